// Batches of records: their locations, and errors that name the record.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "operators/readers/reading.h"

namespace hr {

struct Record {
  std::shared_ptr<const File> file;
  int64_t offset = 0, length = 0;  // the part of the file given by the index
};

class RecordReading : public Reading {
 public:
  // Input 0 gives the location of each sample: (index in the set, offset, length). It was inside
  // the file when the index was made; if the file is shorter now, reading fails.
  explicit RecordReading(BatchContext& c);

  const Record& operator[](int64_t i) const { return records_[static_cast<size_t>(i)]; }
  // Length of a readable record, else 0.
  int64_t length(int64_t i) const { return ok(i) ? (*this)[i].length : 0; }

  // Calls f(i) for every sample on the pool's threads; errors are kept per sample.
  template <class F>
  void each(F f) {
    Reading::each([&](int64_t i) {
      try {
        f(i);
      } catch (const Error& e) {
        throw Error(e.kind,
                    "the record at byte " + std::to_string((*this)[i].offset) + ": " + e.what());
      }
    });
  }

  bool remote() const { return remote_; }  // each read is a network request

  // "file at index byte": source names of the samples.
  std::shared_ptr<const std::vector<std::string>> sources() const;

 private:
  std::vector<Record> records_;
  bool remote_;
};

}  // namespace hr
