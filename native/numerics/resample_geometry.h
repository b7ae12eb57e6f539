// Output sizes and source intervals of a resize, computed from the caller's request.
#pragma once
#include <cstdint>
#include <span>

#include "base/enum.cuh"

namespace hr {

// each: sizes as given; other axes use the mean scale of these. stretch: sizes as given; other axes
// are unchanged. not_larger, not_smaller: one scale for all axes, so that no size is exceeded, or
// every size is reached.
HR_ENUM(SizeMode, each, stretch, not_larger, not_smaller);
HR_ENUM(SizeRounding, round, truncate, ceil);

// The request for one axis. A negative size mirrors, and so does an interval with hi < lo.
struct AxisRequest {
  int64_t in = 0;          // input elements
  double size = 0;         // 0: not given
  double lo = 0, hi = 0;   // source interval
  double limit = 0;        // maximum size; none if not positive
  double alignment = 0.5;  // point of the interval that stays fixed when its length is adjusted
};

// The result: `out` elements are sampled from [lo, hi).
struct AxisGeometry {
  int64_t out = 0;
  double lo = 0, hi = 0;
};

inline constexpr int64_t kLargestSize = int64_t{1} << 30;

// Computes and rounds sizes in float32 like DALI; in double if an axis has or gets more elements
// than float32 can count. With `subpixel`, the interval's length is adjusted to the rounded size,
// so that the scale is exactly the requested one. An empty axis stays empty. Throws Error(value)
// for numbers that are not finite and sizes beyond kLargestSize.
void solve_sizes(SizeMode, SizeRounding, bool subpixel, std::span<const AxisRequest>,
                 AxisGeometry* out);

}  // namespace hr
