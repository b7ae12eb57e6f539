// NumPy's .npy format: headers, and boxes (parts) of arrays.
#pragma once
#include <functional>
#include <unordered_map>

#include "formats/files.h"

namespace hr {

struct NpyHeader {
  DType dtype = DType::u8;
  bool swapped = false;  // foreign byte order
  bool fortran = false;  // first axis varies fastest
  Shape shape;
  int64_t offset = 0;  // offset of the data

  int64_t bytes() const { return shape.volume() * itemsize(dtype); }
};

// Fills `out` with `length` bytes starting at `offset` of a file or of memory.
using ReadBytes = std::function<void(int64_t offset, int64_t length, uint8_t* out)>;

// Parses the header (versions 1 to 3) of a file of `size` bytes. Errors say what is wrong: not this
// format, an unsupported element type, or a shape larger than the file.
NpyHeader read_npy_header(const ReadBytes& read, int64_t size);

// Reads elements start[d] … start[d] + count[d] - 1 of each axis, in C order and native byte order.
// Reads little more than these.
void read_npy_box(const ReadBytes& read, const NpyHeader& h, const int64_t* start,
                  const int64_t* count, uint8_t* out);

// A set of .npy files. remember: caches headers while their files keep their sizes.
class NpyFiles : public FileSet {
 public:
  NpyFiles(std::string names, std::vector<int64_t> ends, std::string root, bool remember)
      : FileSet(std::move(names), std::move(ends), std::move(root), false), remember_(remember) {}
  NpyHeader header(int64_t i, const ReadBytes& read, int64_t size) const;

 private:
  bool remember_;
  mutable ForkMutex mutex_;
  mutable std::unordered_map<int64_t, std::pair<int64_t, NpyHeader>> known_;
};

}  // namespace hr
