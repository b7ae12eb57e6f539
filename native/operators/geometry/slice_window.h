// Windows given by their ends on some axes: arguments, and the window for a shape.
#pragma once
#include "operators/geometry/crop_window.h"

namespace hr {

struct SliceWindowArgs {
  std::optional<List<int64_t>> axes;  // axes of the other lists; absent or empty: all
  std::optional<List<int64_t>> start, end, shape;
  std::optional<List<float>> rel_start, rel_end, rel_shape;
  std::optional<List<double>> anchor, shape_input;  // the two inputs, given together
  std::optional<bool> anchor_relative, size_relative;
};
HR_ARGS(SliceWindowArgs, axes, start, rel_start, end, rel_end, shape, rel_shape, anchor,
        shape_input, anchor_relative, size_relative);

Window slice_window(const SliceWindowArgs& args, const Shape& in, Bounds bounds);

}  // namespace hr
