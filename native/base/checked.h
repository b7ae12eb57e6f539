// Overflow-checked size arithmetic: the only code that multiplies extents and adds up bytes.
//
// Note [Sizes]
// Every Shape in Samples or returned by infer *fits*: no extent is negative, and
// itemsize times the product of all max(extent, 1) is at most kMostBytes. So Shape::volume(),
// View::bytes() and strides never overflow, whatever the order of the axes and even if an extent is
// 0. `check_fits` establishes this at every entry: foreign buffers and capsules (bind/make.cc,
// bind/gpu.cc), inferred shapes (infer.cc), file headers. Sums over samples are not bounded:
// compute them with `lay_out`, which places all slabs, or with the functions below.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/value.h"

namespace hr {

inline constexpr int64_t kMostBytes = int64_t(1) << 46;          // per sample
inline constexpr int64_t kMostSamples = (int64_t(1) << 31) - 1;  // per batch

// `what` starts the error message, e.g. "the output".
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

// Rounds up to a multiple of `step`; step > 0.
inline int64_t checked_round_up(int64_t v, int64_t step, const char* what = "a size") {
  const int64_t rest = v % step;
  return rest > 0 ? checked_add(v, step - rest, what) : v - rest;
}

// For work estimates: clamps instead of failing.
inline int64_t saturated_add(int64_t a, int64_t b) {
  int64_t r;
  if (!__builtin_add_overflow(a, b, &r)) return r;
  return b < 0 ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
}

// `work` bytes at a kernel's cost per byte; bounded, so that sums over calls do not overflow.
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

// Size of an unchecked shape.
inline int64_t checked_bytes(const Shape& s, DType dtype, const char* what = "the array") {
  check_fits(s, dtype, what);
  return s.volume() * itemsize(dtype);
}

// Checks every shape of Samples that external code built.
void check_fits(const Samples& s, const char* what = "the array");

// Offsets of a batch's samples within one slab.
struct SlabLayout {
  std::vector<size_t> at;  // per sample
  size_t total = 0;
};

// Places samples of known type and shape one after another; `align` is a power of two.
SlabLayout lay_out(const Samples& s, size_t align);

// Allocates one host slab placed by `lay_out`; sets data, owners and dense.
void make_room(Samples& s, size_t align);
// Equal shapes: packed, so the batch is one array. Otherwise aligned to cache lines.
inline void make_room(Samples& s) { make_room(s, s.uniform() ? 1 : 64); }

}  // namespace hr
