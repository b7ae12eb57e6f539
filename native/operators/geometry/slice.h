// Arguments of slice.
#pragma once
#include "operators/geometry/slice_window.h"

namespace hr {

struct SliceArgs {
  SliceWindowArgs window;
  OutsideArgs outside;
  int channel_axis;  // -1: none
};
HR_ARGS(SliceArgs, window, outside, channel_axis);

}  // namespace hr
