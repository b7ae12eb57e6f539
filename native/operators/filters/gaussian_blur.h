// gaussian_blur: arguments and windows.
#pragma once
#include <vector>

#include "operators/filters/spatial_args.h"

namespace hr {

struct GaussianBlurArgs {
  List<float> sigma;          // one, or one per spatial axis; 0: computed from the window size
  List<int64_t> window_size;  // likewise; 0: computed from sigma
  SpatialAxes axes;
};
HR_ARGS(GaussianBlurArgs, sigma, window_size, axes);

// The windows for a sample of this shape. Stores the weights in `memory`, which is resized.
SeparableFilter gaussian_filter(const GaussianBlurArgs& a, const Shape& shape,
                                std::vector<float>& memory);

}  // namespace hr
