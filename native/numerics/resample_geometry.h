// From what a caller asks for to the geometry of axes: output sizes and source intervals.
#pragma once
#include <cstdint>
#include <span>

#include "base/enum.cuh"

namespace hr {

// each: sizes as given; others follow the mean scale of these. stretch: sizes as given; others
// stay. not_larger, not_smaller: one scale for all axes, so that no size is exceeded, or every size
// is reached.
HR_ENUM(SizeMode, each, stretch, not_larger, not_smaller);
HR_ENUM(SizeRounding, round, truncate, ceil);

// What is asked for, along one axis. A size is mirrored when negative, an interval when hi < lo.
struct AxisRequest {
  int64_t in = 0;          // elements there are
  double size = 0;         // 0: not given
  double lo = 0, hi = 0;   // the part that is resized
  double limit = 0;        // the largest size; not positive: none
  double alignment = 0.5;  // the point of the interval that stays when its length is adjusted
};

// What is done: `out` elements are sampled from [lo, hi).
struct AxisGeometry {
  int64_t out = 0;
  double lo = 0, hi = 0;
};

inline constexpr int64_t kLargestSize = int64_t{1} << 30;

// Sizes are computed in float32 and rounded like DALI's; in double where an axis has, or is to get,
// more elements than float32 can count. With `subpixel`, an interval grows or
// shrinks as its size is rounded, so that the scale is the one asked for. An empty axis stays
// empty. Throws Error(value) for numbers that are not finite and sizes beyond kLargestSize.
void solve_sizes(SizeMode, SizeRounding, bool subpixel, std::span<const AxisRequest>,
                 AxisGeometry* out);

}  // namespace hr
