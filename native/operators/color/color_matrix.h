// color_matrix: arguments; linear maps of pixel channels for elements of any type.
#pragma once
#include "engine/kernel.h"
#include "simd/pixel.h"

namespace hr {

// Maps pixels of `in` (one or three channels, the last axis) to `out`, rounded and saturated like
// `cast`. Computes in float, or in double if either side has 64-bit elements. Uses scratch slot 3.
void map_pixels(const View& in, const View& out, const PixelMap& map);

struct ColorMatrixArgs {
  std::optional<float> hue, saturation, value, brightness, contrast;  // hue: degrees
};
HR_ARGS(ColorMatrixArgs, hue, saturation, value, brightness, contrast);

// The combined map for pixels of this type.
PixelMap color_map(const ColorMatrixArgs& a, DType in);

}  // namespace hr
