// coord_flip, coord_transform: their arguments, and what points are mapped by.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct CoordFlipArgs {
  bool flip_x, flip_y, flip_z;
  double center_x, center_y, center_z;
  List<int> columns;  // the places of x, y, z in a point, -1 where absent
  int64_t names;      // letters of the layout; 0: there is none
};
HR_ARGS(CoordFlipArgs, flip_x, flip_y, flip_z, center_x, center_y, center_z, columns, names);

struct CoordTransformArgs {
  std::optional<List<double>> M, T, MT;
};
HR_ARGS(CoordTransformArgs, M, T, MT);

inline int64_t dimensions(const Shape& s) { return s[s.ndim - 1]; }

inline constexpr int kMostCoordinates = 16;  // of a point

// A flipped coordinate is 2 * center - x, which is (x - center) * scale.
struct PointFlip {
  double center[3] = {0, 0, 0}, scale[3] = {1, 1, 1};
};
PointFlip point_flip(const CoordFlipArgs& a, int64_t n);

// Whether coord_transform computes in doubles.
bool wide_points(DType from, DType to);

// Rows of a matrix, n numbers each, and what is added: m of both. Both are zeros before.
template <class Real>
void point_map(const CoordTransformArgs& a, int64_t n, int64_t m, Real* matrix, Real* offset);

}  // namespace hr
