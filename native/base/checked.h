// Arithmetic on sizes, checked: the one place where shapes are multiplied and bytes are added.
//
// Note [Sizes]
// Every Shape that Samples hold or that infer announces *fits*: no extent is negative, and the
// product of the item size and of all max(extent, 1) is at most kMostBytes. So Shape::volume(),
// View::bytes() and strides never overflow, for any of the axes and in any order, also where one of
// them is 0. `check_fits` establishes this at every entry: buffers and capsules of others
// (bind/make.cc, bind/gpu.cc), shapes that kernels infer or agree upon (infer.cc), headers of
// files. Nothing bounds sums over samples: they go through `lay_out`, which all slabs are made by,
// or through the functions below.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/value.h"

namespace hr {

inline constexpr int64_t kMostBytes = int64_t(1) << 46;          // of a sample
inline constexpr int64_t kMostSamples = (int64_t(1) << 31) - 1;  // of a batch

// `what`: the start of the message, such as "the output".
[[noreturn]] void fail_overflow(const char* what);
[[noreturn]] void fail_fit(const Shape& shape, DType dtype, const char* what);

inline int64_t checked_add(int64_t a, int64_t b, const char* what = "a size") {
  int64_t r;
  if (__builtin_add_overflow(a, b, &r)) fail_overflow(what);
  return r;
}

inline int64_t checked_multiply(int64_t a, int64_t b, const char* what = "a size") {
  int64_t r;
  if (__builtin_mul_overflow(a, b, &r)) fail_overflow(what);
  return r;
}

// The next multiple of `step`, which is positive.
inline int64_t checked_round_up(int64_t v, int64_t step, const char* what = "a size") {
  const int64_t rest = v % step;
  return rest > 0 ? checked_add(v, step - rest, what) : v - rest;
}

// For estimates of work, where the largest number is as good as a larger one.
inline int64_t saturated_add(int64_t a, int64_t b) {
  int64_t r;
  if (!__builtin_add_overflow(a, b, &r)) return r;
  return b < 0 ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
}

// `work` bytes at a kernel's cost. Bounded, so that the work of many calls can be added.
inline int64_t weighted(int64_t work, float cost) {
  const float product = static_cast<float>(work) * cost;
  return product < 0x1p44f ? static_cast<int64_t>(product) : int64_t(1) << 44;
}

inline bool fits(const int64_t* extents, int ndim, DType dtype) {
  int64_t bytes = itemsize(dtype);
  for (int d = 0; d < ndim; d++) {
    if (extents[d] < 0) return false;
    if (__builtin_mul_overflow(bytes, std::max<int64_t>(extents[d], 1), &bytes)) return false;
    if (bytes > kMostBytes) return false;
  }
  return true;
}

inline bool fits(const Shape& s, DType dtype) { return fits(s.d.data(), s.ndim, dtype); }

inline void check_fits(const Shape& s, DType dtype, const char* what = "the array") {
  if (!fits(s, dtype)) [[unlikely]]
    fail_fit(s, dtype, what);
}

// Of a shape that may come from anywhere.
inline int64_t checked_bytes(const Shape& s, DType dtype, const char* what = "the array") {
  check_fits(s, dtype, what);
  return s.volume() * itemsize(dtype);
}

// The shapes of finished samples that were put together from outside.
void check_fits(const Samples& s, const char* what = "the array");

// Where the samples of a batch lie in one block of memory.
struct SlabLayout {
  std::vector<size_t> at;  // by sample
  size_t total = 0;
};

// Of samples whose type and shapes are set: one behind the other, each at a multiple of `align`, a
// power of two.
SlabLayout lay_out(const Samples& s, size_t align);

// Memory on the host for them: one slab, by `lay_out`. Sets data, owners and dense.
void make_room(Samples& s, size_t align);
// Tight where the shapes agree, so that all are one array; else aligned to lines of the cache.
inline void make_room(Samples& s) { make_room(s, s.uniform() ? 1 : 64); }

}  // namespace hr
