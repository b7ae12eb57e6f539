// Datasets in tar archives: files of one name that differ in their extensions are one sample.
#pragma once
#include <string>
#include <vector>

#include "formats/files.h"

namespace hr {

class Pool;

struct WebdatasetOptions {
  std::vector<std::vector<std::string>> extensions;  // of each output, any of them
  std::vector<int> item_sizes;                       // of each output: lengths are multiples
  bool case_sensitive = true;
  enum class Missing { empty, skip, error } missing = Missing::empty;
};

// The archives, and where each sample's components lie in them. A few dozen bytes for each.
class Webdataset : public FileSet {
 public:
  // Reads the index of each archive, or walks it where `indices` is empty. On the pool's threads.
  Webdataset(std::string names, std::vector<int64_t> ends, const std::vector<std::string>& indices,
             const WebdatasetOptions& options, Pool* pool);

  struct Component {
    int64_t offset = -1, length = 0;  // -1: the sample has none
    std::string_view name;
  };
  struct Sample {
    int64_t archive, row;
  };
  int64_t samples() const { return samples_; }
  int64_t outputs() const { return outputs_; }
  Sample sample(int64_t i) const;
  Component component(const Sample& s, int64_t output) const;
  // Bytes behind the end of an archive that are no archive, and are left out.
  int64_t unread(int64_t archive) const {
    return archives_.at(static_cast<size_t>(archive)).unread;
  }

 private:
  friend class ArchiveIndex;
  struct Archive {
    std::vector<int64_t> offsets, lengths, name_ends;  // by sample and output
    std::string names;
    int64_t unread = 0;  // bytes behind its end
  };
  std::vector<Archive> archives_;
  std::vector<int64_t> first_;  // of each archive's samples
  int64_t samples_ = 0, outputs_;
};

}  // namespace hr
