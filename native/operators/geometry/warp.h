// Arguments of warp_affine and warp_perspective.
#pragma once
#include "operators/geometry/warp_rows.h"

namespace hr {

struct WarpArgs {
  List<double> matrix;
  List<double> size;  // output size; empty: the input's
  std::optional<List<double>> fill_value;
  SamplerBorder border;
  bool inverse_map;
  // Only warp_perspective: positions are relative to the first pixel's centre, not to its corner.
  std::optional<bool> center;
  SampledArgs sampled;

  List<double> fill() const { return fill_value.value_or(List<double>()); }
};
HR_ARGS(WarpArgs, matrix, size, fill_value, border, inverse_map, center, sampled);

}  // namespace hr
