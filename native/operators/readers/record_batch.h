// Batches of records: where each is, and errors that say which one they are about.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "operators/readers/reading.h"

namespace hr {

struct Record {
  std::shared_ptr<const File> file;
  int64_t offset = 0, length = 0;  // the part of the file that the index speaks of
};

class RecordReading : public Reading {
 public:
  // Input 0 says which part of which file each sample is: (number in the set, first byte, length).
  // It was inside the file when the index was made; a file that is shorter now cannot be read
  // there.
  explicit RecordReading(BatchContext& c);

  const Record& operator[](int64_t i) const { return records_[static_cast<size_t>(i)]; }
  // How long it is if it can be read.
  int64_t length(int64_t i) const { return ok(i) ? (*this)[i].length : 0; }

  // f(i) for every sample on the pool's threads; errors stay with their samples.
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

  bool remote() const { return remote_; }  // each read is a request

  // "file at index byte": what samples are called after.
  std::shared_ptr<const std::vector<std::string>> sources() const;

 private:
  std::vector<Record> records_;
  bool remote_;
};

}  // namespace hr
