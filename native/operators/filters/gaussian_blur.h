// gaussian_blur: its arguments and windows.
#pragma once
#include <vector>

#include "operators/filters/spatial_args.h"

namespace hr {

struct GaussianBlurArgs {
  List<float> sigma;          // one, or one for each spatial axis; 0 follows from the window
  List<int64_t> window_size;  // likewise; 0 follows from sigma
  SpatialAxes axes;
};
HR_ARGS(GaussianBlurArgs, sigma, window_size, axes);

// The windows for a sample of this shape. Weights are put into `memory`, which is made large
// enough.
SeparableFilter gaussian_filter(const GaussianBlurArgs& a, const Shape& shape,
                                std::vector<float>& memory);

}  // namespace hr
