// laplacian: arguments and windows.
#pragma once
#include <vector>

#include "operators/filters/spatial_args.h"

namespace hr {

struct LaplacianArgs {
  List<int64_t> window_size;  // lists hold one number, or one per spatial axis
  std::optional<List<int64_t>> smoothing_size;
  List<double> scale;
  bool normalized_kernel;
  SpatialAxes axes;
};
HR_ARGS(LaplacianArgs, window_size, smoothing_size, scale, normalized_kernel, axes);

// The windows for a sample of this shape. Stores the weights in `memory`, which is resized.
SeparableFilter laplacian_filter(const LaplacianArgs& a, const Shape& shape,
                                 std::vector<float>& memory);

}  // namespace hr
