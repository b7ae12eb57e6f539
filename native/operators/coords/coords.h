// coord_flip, coord_transform: arguments, and the maps of points.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct CoordFlipArgs {
  bool flip_x, flip_y, flip_z;
  double center_x, center_y, center_z;
  List<int> columns;  // positions of x, y, z in a point, -1 if absent
  int64_t names;      // number of letters in the layout; 0: no layout
};
HR_ARGS(CoordFlipArgs, flip_x, flip_y, flip_z, center_x, center_y, center_z, columns, names);

struct CoordTransformArgs {
  std::optional<List<double>> M, T, MT;
};
HR_ARGS(CoordTransformArgs, M, T, MT);

inline int64_t dimensions(const Shape& s) { return s[s.ndim - 1]; }

inline constexpr int kMostCoordinates = 16;  // coordinates of a point

// Flips a coordinate: 2 * center - x, as (x - center) * scale.
struct PointFlip {
  double center[3] = {0, 0, 0}, scale[3] = {1, 1, 1};
};
PointFlip point_flip(const CoordFlipArgs& a, int64_t n);

// True if coord_transform computes in double.
bool wide_points(DType from, DType to);

// Fills a matrix of m rows with n numbers each, and m offsets. Both must be zero before.
template <class Real>
void point_map(const CoordTransformArgs& a, int64_t n, int64_t m, Real* matrix, Real* offset);

}  // namespace hr
