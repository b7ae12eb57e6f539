// color_space: arguments, and the conversion of a pixel.
#pragma once
#include "engine/kernel.h"
#include "operators/color/color_space_params.cuh"
#include "simd/pixel.h"

namespace hr {

HR_ENUM(ColorSpace, RGB, BGR, GRAY, YCbCr);

struct ColorSpaceArgs {
  ColorSpace image_type, output_type;
};
HR_ARGS(ColorSpaceArgs, image_type, output_type);

using hrk::ColorWay;
ColorWay color_way(const ColorSpaceArgs& a, DType type);

// The matrix of the ways map and map_reversed.
PixelMap color_space_map(const ColorSpaceArgs& a, DType type);

}  // namespace hr
