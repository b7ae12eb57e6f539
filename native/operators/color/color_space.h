// color_space: its arguments, and what a conversion does with a pixel.
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

// Of the ways map and map_reversed.
PixelMap color_space_map(const ColorSpaceArgs& a, DType type);

}  // namespace hr
