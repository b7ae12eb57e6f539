// What a conversion between two colour spaces does with a pixel.
#pragma once
#include "simd/pixel.h"

namespace hr {

enum ColorSpace { kRgb, kBgr, kGray, kYCbCr };  // the order is shared with headrace/core/enums.py

// Reversed: channels in the other order come in. weigh: integer weights, for bytes. The order is
// shared with native/operators/color/color_space.cuh.
enum class ColorWay { keep, reverse, spread, weigh, weigh_reversed, map, map_reversed };
ColorWay color_way(int from, int to, DType type);

// Of the ways map and map_reversed.
PixelMap color_space_map(int from, int to, DType type);

}  // namespace hr
