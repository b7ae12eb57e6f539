// Copies a window of a sample to a contiguous output of any element type.
#pragma once
#include "operators/geometry/crop_window.h"

namespace hr {

// `in` and `out` may be parts of their image. channel_axis: axis of several fill values; -1: none.
void copy_window(const View& in, const Window& w, const OutsideArgs& outside, int channel_axis,
                 const View& out);

// Kernel::infer for a state that is a Window. Fails if the fill values do not match its shape.
void infer_window(const Window& w, const OutsideArgs& outside, int channel_axis, InferContext& c);

}  // namespace hr
