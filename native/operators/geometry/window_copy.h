// Copying a window of a sample to a dense output of any element type.
#pragma once
#include "operators/geometry/crop_window.h"

namespace hr {

// `fill` is the parameter with fill values: one, or one per element of `channel_axis` (-1: none).
// Both `in` and `out` may hold a part of their image.
void copy_window(const View& in, const Window& w, Bounds bounds, const Args& args, int fill,
                 int channel_axis, const View& out);

// Number of fill values that fit an output of this shape; fails when theirs does not.
void check_fill(const Args& args, int fill, int channel_axis, const Shape& out);

}  // namespace hr
