// warp_affine, warp_perspective: their arguments.
#pragma once
#include "operators/geometry/warp_rows.h"

namespace hr {

struct WarpArgs {
  List<double> matrix;
  List<double> size;  // of the output; empty: the input's
  std::optional<List<double>> fill_value;
  SamplerBorder border;
  bool inverse_map;
  // warp_perspective alone: places count from the centre of the first pixel, not from its corner.
  std::optional<bool> center;
  SampledArgs sampled;

  List<double> fill() const { return fill_value.value_or(List<double>()); }
};
HR_ARGS(WarpArgs, matrix, size, fill_value, border, inverse_map, center, sampled);

}  // namespace hr
