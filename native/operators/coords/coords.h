// What points are mapped by: for the kernels coord_flip and coord_transform.
#pragma once
#include "engine/kernel.h"

namespace hr {

inline int64_t dimensions(const Shape& s) { return s[s.ndim - 1]; }

inline constexpr int kMostCoordinates = 16;  // of a point

// A flipped coordinate is 2 * center - x, which is (x - center) * scale.
struct PointFlip {
  double center[3] = {0, 0, 0}, scale[3] = {1, 1, 1};
};
PointFlip point_flip(const Args& args, int64_t n);

// Whether coord_transform computes in doubles.
bool wide_points(DType from, DType to);

// Rows of a matrix, n numbers each, and what is added: m of both. Both are zeros before.
template <class Real>
void point_map(const Args& args, int64_t n, int64_t m, Real* matrix, Real* offset);

}  // namespace hr
