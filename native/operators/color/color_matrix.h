// color_matrix: its arguments; linear maps of the channels of pixels, for elements of any type.
#pragma once
#include "engine/kernel.h"
#include "simd/pixel.h"

namespace hr {

// Pixels of `in` (one or three channels, the last axis) to those of `out`, rounded and saturated as
// `cast` does. Computes in float; in double where 64-bit elements come in or go out. Uses scratch
// slot 3.
void map_pixels(const View& in, const View& out, const PixelMap& map);

struct ColorMatrixArgs {
  std::optional<float> hue, saturation, value, brightness, contrast;  // hue: degrees
};
HR_ARGS(ColorMatrixArgs, hue, saturation, value, brightness, contrast);

// What they ask for, of pixels of this type.
PixelMap color_map(const ColorMatrixArgs& a, DType in);

}  // namespace hr
