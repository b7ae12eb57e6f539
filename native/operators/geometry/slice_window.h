// Windows given by their ends on some axes: the parameters, and what they mean for a shape.
#pragma once
#include "operators/geometry/crop_window.h"

namespace hr {

// In this order, from `base` on, in every kernel that cuts as `slice` does.
#define HR_SLICE_PARAMS                                                                          \
  "axes", "start", "rel_start", "end", "rel_end", "shape", "rel_shape", "anchor", "shape_input", \
      "anchor_relative", "size_relative"
inline constexpr int kSliceParams = 11;

Window slice_window(const Args& args, const Shape& in, Bounds bounds, int base = 0);

}  // namespace hr
