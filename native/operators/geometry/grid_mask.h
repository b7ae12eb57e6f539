// grid_mask: its parameters, and the grid they make.
#pragma once
#include <cmath>

#include "engine/kernel.h"
#include "simd/pixel.h"

namespace hr::grid_mask {

enum { kRatio, kAngle, kTile, kShiftX, kShiftY, kRows };  // rows: the axis H; W follows

struct Grid {
  float ratio, cosine, sine, shift_x, shift_y;  // in tiles

  explicit Grid(const Args& args) {
    float tile = static_cast<float>(args.i(kTile));
    double angle = static_cast<float>(args.f(kAngle));
    ratio = static_cast<float>(args.f(kRatio));
    cosine = static_cast<float>(std::cos(angle)) / tile;
    sine = static_cast<float>(std::sin(angle)) / tile;
    shift_x = -static_cast<float>(args.f(kShiftX)) / tile;
    shift_y = -static_cast<float>(args.f(kShiftY)) / tile;
  }
  GridRow row(int64_t at) const {
    float y = static_cast<float>(at);
    return {shift_x - y * sine, cosine, shift_y + y * cosine, sine, ratio};
  }
};

}  // namespace hr::grid_mask
