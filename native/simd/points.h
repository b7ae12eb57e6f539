// Affine maps of arrays of points.
#pragma once
#include <cstdint>

#include "base/isa.h"

namespace hr {

// out[p, r] = Σ_c matrix[r, c] * in[p, c] + offset[r]; maps points of `from` to `to` dimensions.
template <class Real>
using MapPoints = void (*)(const Real* in, Real* out, int64_t count, int from, int to,
                           const Real* matrix, const Real* offset);

struct PointsTable {
  MapPoints<float> f32;
  MapPoints<double> f64;
};

#if defined(HR_X86)
namespace avx2 {
const PointsTable& points_table();
}
namespace avx512 {
const PointsTable& points_table();
}
#endif
namespace base {
const PointsTable& points_table();
}

inline const PointsTable& point_maps() {
  static const PointsTable& t = HR_DISPATCH(points_table());
  return t;
}

}  // namespace hr
