// rotate: its arguments, and how places move.
#pragma once
#include "operators/geometry/warp_rows.h"

namespace hr {

struct RotateArgs {
  List<double> angle;  // degrees: one, or one for each frame
  List<double> axis;   // of volumes: a vector, or one for each frame
  List<double> size;   // of the output; empty: see keep_size
  bool keep_size;
  std::optional<List<double>> fill_value;  // without it the nearest pixel is repeated
  bool frames;                             // axis 0 is that of frames, which share one output size
  bool angles, axes;                       // angle, axis have a value for each frame
  SampledArgs sampled;

  SamplerBorder border() const {
    return fill_value ? SamplerBorder::constant : SamplerBorder::replicate;
  }
  List<double> fill() const { return fill_value.value_or(List<double>()); }
};
HR_ARGS(RotateArgs, angle, axis, size, keep_size, fill_value, frames, angles, axes, sampled);

// From places of the output to those of the input, of frame `frame`.
AffineMap rotate_map(const RotateArgs& a, int64_t frame, const PixelAxes& from,
                     const PixelAxes& to);

}  // namespace hr
