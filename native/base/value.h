// Shapes, views of one sample, and Samples: what a finished value holds.
#pragma once
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/memory.h"

namespace hr {

namespace gpu {
struct Stream;
}

inline constexpr int kMaxDims = 10;

struct Shape {
  int ndim = 0;
  std::array<int64_t, kMaxDims> d{};

  Shape() = default;
  Shape(std::initializer_list<int64_t> v) {
    for (int64_t x : v) push(x);
  }
  int64_t operator[](int i) const { return d[i]; }
  int64_t& operator[](int i) { return d[i]; }
  void push(int64_t x) {
    if (ndim == kMaxDims) throw Error(ErrorKind::value, "more than 10 dimensions");
    d[ndim++] = x;
  }
  int64_t volume(int from = 0, int to = -1) const {
    int64_t v = 1;
    for (int i = from, e = to < 0 ? ndim : to; i < e; i++) v *= d[i];
    return v;
  }
  bool operator==(const Shape& o) const {
    if (ndim != o.ndim) return false;
    for (int i = 0; i < ndim; i++)
      if (d[i] != o.d[i]) return false;
    return true;
  }
  std::string str() const;
};

// The requested part of an image: half-open, in pixels of axes 0 and 1.
struct Region {
  int64_t y0 = 0, x0 = 0, y1 = 0, x1 = 0;
  int reduce = 1;  // decode at 1/reduce of the size; coordinates are in the reduced image

  int64_t rows() const { return y1 - y0; }
  int64_t cols() const { return x1 - x0; }
};

// One sample (or one frame) as a kernel sees it: dense in C order, unless `windowed`.
struct View {
  uint8_t* data = nullptr;
  DType dtype = DType::u8;
  Shape shape;
  bool windowed = false;  // data holds only `region` of axes 0 and 1, packed
  Region region;

  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data);
  }
  int64_t volume() const { return shape.volume(); }
  int64_t bytes() const { return shape.volume() * itemsize(dtype); }
  // The stored region as an image of its own.
  View narrowed() const {
    View v = *this;
    if (!windowed) return v;
    v.shape[0] = region.rows();
    v.shape[1] = region.cols();
    v.windowed = false;
    return v;
  }
  int64_t pitch() const {  // bytes per row
    int64_t row = shape.volume(2) * itemsize(dtype);
    return row * (windowed ? region.x1 - region.x0 : shape[1]);
  }
};

struct SampleError {
  ErrorKind kind = ErrorKind::runtime;
  std::string message;
  std::string op;      // operator's public name
  std::string source;  // file the sample came from, when known
  uint64_t seq = 0;    // call order
  int64_t sample = -1;
  int site = -1;
  std::shared_ptr<void> python;  // the original exception of a python-lane call
  // Set once somebody saw the error. One destroyed unseen is reported as a warning.
  mutable std::atomic<bool> observed{false};

  SampleError() = default;
  SampleError(const SampleError& o)
      : kind(o.kind),
        message(o.message),
        op(o.op),
        source(o.source),
        seq(o.seq),
        sample(o.sample),
        site(o.site),
        python(o.python),
        observed(true) {}
  ~SampleError();
};
using ErrorRef = std::shared_ptr<const SampleError>;

// A finished output: shapes and data of all samples, and the owners of the memory.
struct Samples {
  DType dtype = DType::u8;
  int ndim = 0;
  int64_t n = 0;
  int device = -1;                      // -1: CPU, else GPU ordinal
  std::shared_ptr<gpu::Stream> stream;  // GPU: data is valid after the work queued on it
  std::vector<int64_t> shapes;          // n * ndim
  std::vector<uint8_t*> data;           // n
  std::vector<BufferRef> owners;        // one slab, or one per sample
  int64_t dense = 0;  // number of leading samples that are contiguous and of equal shape
  std::shared_ptr<const std::vector<std::string>> sources;  // file names, when known
  std::shared_ptr<const std::vector<std::pair<int64_t, ErrorRef>>> errors;  // failed samples
  // Faults that a decoder repaired, per sample; null: none.
  std::shared_ptr<const std::vector<int>> warnings;

  Shape shape(int64_t i) const {
    Shape s;
    s.ndim = ndim;
    for (int k = 0; k < ndim; k++) s.d[k] = shapes[i * ndim + k];
    return s;
  }
  View view(int64_t i) const {
    View v;
    v.data = data[i];
    v.dtype = dtype;
    v.shape = shape(i);
    return v;
  }
  const BufferRef& owner(int64_t i) const { return owners[owners.size() == 1 ? 0 : i]; }
  bool is_dense() const { return n > 0 && dense == n; }
  bool filled(int64_t i) const;  // failed earlier: its data is meaningless
  int64_t total_bytes() const;   // work estimate, saturates at INT64_MAX
  bool shared_writable() const;
  void find_dense();  // computes `dense` from pointers and shapes
  bool uniform() const;
  Samples pick(const std::vector<int64_t>& which) const;  // views of some samples, in that order
  Samples stacked() const;  // one sample with a leading axis: a view when dense, else a copy
};

}  // namespace hr
