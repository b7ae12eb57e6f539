// Datasets in tar archives: files that differ only in their extension form one sample.
#pragma once
#include <string>
#include <vector>

#include "formats/files.h"

namespace hr {

class Pool;

struct WebdatasetOptions {
  std::vector<std::vector<std::string>> extensions;  // per output: accepted extensions
  std::vector<int> item_sizes;                       // per output: sizes must be multiples of this
  bool case_sensitive = true;
  enum class Missing { empty, skip, error } missing = Missing::empty;
};

// The archives, and the location of each sample's components: a few dozen bytes each.
class Webdataset : public FileSet {
 public:
  // Reads the index of each archive, or walks it if `indices` is empty. Uses the pool's threads.
  Webdataset(std::string names, std::vector<int64_t> ends, const std::vector<std::string>& indices,
             const WebdatasetOptions& options, Pool* pool);

  struct Component {
    int64_t offset = -1, length = 0;  // -1: missing in the sample
    std::string_view name;
  };
  struct Sample {
    int64_t archive, row;
  };
  int64_t samples() const { return samples_; }
  int64_t outputs() const { return outputs_; }
  Sample sample(int64_t i) const;
  Component component(const Sample& s, int64_t output) const;
  // Trailing bytes of an archive that are no archive and were skipped.
  int64_t unread(int64_t archive) const {
    return archives_.at(static_cast<size_t>(archive)).unread;
  }

 private:
  friend class ArchiveIndex;
  struct Archive {
    std::vector<int64_t> offsets, lengths, name_ends;  // per sample and output
    std::string names;
    int64_t unread = 0;  // trailing bytes
  };
  std::vector<Archive> archives_;
  std::vector<int64_t> first_;  // first sample of each archive
  int64_t samples_ = 0, outputs_;
};

}  // namespace hr
