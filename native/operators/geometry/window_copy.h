// Copying a window of a sample to a dense output of any element type.
#pragma once
#include "operators/geometry/crop_window.h"

namespace hr {

// Both `in` and `out` may hold a part of their image. channel_axis: the axis of several fill
// values; -1: none.
void copy_window(const View& in, const Window& w, const OutsideArgs& outside, int channel_axis,
                 const View& out);

// Kernel::infer for a state that is a Window: the output has its shape. Fails where the fill values
// do not fit it.
void infer_window(const Window& w, const OutsideArgs& outside, int channel_axis, InferContext& c);

}  // namespace hr
