// grid_mask: arguments, and the grid.
#pragma once
#include <cmath>

#include "engine/kernel.h"
#include "simd/pixel.h"

namespace hr {

struct GridMaskArgs {
  float ratio, angle, shift_x, shift_y;
  int64_t tile;
  int rows;  // the axis H; W follows
};
HR_ARGS(GridMaskArgs, ratio, angle, shift_x, shift_y, tile, rows);

namespace grid_mask {

struct Grid {
  float ratio, cosine, sine, shift_x, shift_y;  // in tiles

  explicit Grid(const GridMaskArgs& a) : ratio(a.ratio) {
    float tile = static_cast<float>(a.tile);
    double angle = a.angle;
    cosine = static_cast<float>(std::cos(angle)) / tile;
    sine = static_cast<float>(std::sin(angle)) / tile;
    shift_x = -a.shift_x / tile;
    shift_y = -a.shift_y / tile;
  }
  GridRow row(int64_t at) const {
    float y = static_cast<float>(at);
    return {shift_x - y * sine, cosine, shift_y + y * cosine, sine, ratio};
  }
};

}  // namespace grid_mask
}  // namespace hr
