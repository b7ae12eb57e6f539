// clahe: arguments, tiles along an axis, and the histogram limit.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/kernel.h"

namespace hr {

struct ClaheArgs {
  int64_t tiles_x, tiles_y;
  float clip_limit;
  bool luma_only;
};
HR_ARGS(ClaheArgs, tiles_x, tiles_y, clip_limit, luma_only);

// n pixels in `tiles` tiles of `size`; the last tiles may extend beyond the pixels: mirrored there.
struct ClaheAxis {
  int64_t n, tiles, size;

  // Last tile whose centre is before the pixel (-1: none), and the distance from that centre.
  int64_t before(int64_t at, float* part) const {
    float p = static_cast<float>(at) * (1.0f / static_cast<float>(size)) - 0.5f;
    float whole = std::floor(p);
    *part = p - whole;
    // On very long axes, float rounding may exceed the last tile.
    return std::min(static_cast<int64_t>(whole), tiles - 1);
  }
  int64_t clamp(int64_t tile) const { return std::clamp<int64_t>(tile, 0, tiles - 1); }
  int64_t mirrored(int64_t at) const {
    if (n == 1) return 0;
    int64_t period = 2 * (n - 1);
    at %= period;
    return at < n ? at : period - at;
  }
  // Number of tiles that pixels need.
  int64_t used() const {
    float part;
    return clamp(before(n - 1, &part) + 1) + 1;
  }
};

struct ClaheTiles {
  ClaheAxis x, y;
  int64_t limit;  // limit of a histogram bin
  float scale;    // maps cumulative counts to values

  ClaheTiles(int64_t height, int64_t width, const ClaheArgs& a);
};

}  // namespace hr
