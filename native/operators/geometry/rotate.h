// rotate: arguments, and the map of positions.
#pragma once
#include "operators/geometry/warp_rows.h"

namespace hr {

struct RotateArgs {
  List<double> angle;  // degrees: one, or one per frame
  List<double> axis;   // for volumes: a vector, or one per frame
  List<double> size;   // output size; empty: see keep_size
  bool keep_size;
  std::optional<List<double>> fill_value;  // without it, border pixels are repeated
  bool frames;                             // axis 0 is frames, which share one output size
  bool angles, axes;                       // angle, axis have a value per frame
  SampledArgs sampled;

  SamplerBorder border() const {
    return fill_value ? SamplerBorder::constant : SamplerBorder::replicate;
  }
  List<double> fill() const { return fill_value.value_or(List<double>()); }
};
HR_ARGS(RotateArgs, angle, axis, size, keep_size, fill_value, frames, angles, axes, sampled);

// Maps output positions to input positions for frame `frame`.
AffineMap rotate_map(const RotateArgs& a, int64_t frame, const PixelAxes& from,
                     const PixelAxes& to);

}  // namespace hr
