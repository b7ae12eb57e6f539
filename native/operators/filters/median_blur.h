// median_blur: arguments and window.
#pragma once
#include "operators/filters/neighbourhood.h"

namespace hr {

struct MedianBlurArgs {
  List<int64_t> window_size;  // x, y, or one for both
  int first;                  // the axis H; W follows

  SpatialAxes axes() const { return {first, 2}; }
  Neighbourhood window() const;
};
HR_ARGS(MedianBlurArgs, window_size, first);

}  // namespace hr
