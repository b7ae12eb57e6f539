// Linear maps of the channels of pixels, for elements of any type.
#pragma once
#include "engine/kernel.h"
#include "simd/pixel.h"

namespace hr {

// Pixels of `in` (one or three channels, the last axis) to those of `out`, rounded and saturated as
// `cast` does. Computes in float; in double where 64-bit elements come in or go out. Uses scratch
// slot 3.
void map_pixels(const View& in, const View& out, const PixelMap& map);

// What the arguments of color_matrix ask for, of pixels of this type.
PixelMap color_map(const Args& args, DType in);

}  // namespace hr
