// clahe: its arguments, the tiles along an axis and the limit of their histograms.
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

// n pixels in `tiles` tiles of `size`; the last tiles may reach beyond the pixels, which are
// mirrored there.
struct ClaheAxis {
  int64_t n, tiles, size;

  // Tile after whose middle a pixel lies, -1: before the first middle; and how far after it.
  int64_t before(int64_t at, float* part) const {
    float p = static_cast<float>(at) * (1.0f / static_cast<float>(size)) - 0.5f;
    float whole = std::floor(p);
    *part = p - whole;
    // Floats may round beyond the last tile of an axis that is longer than they can count.
    return std::min(static_cast<int64_t>(whole), tiles - 1);
  }
  int64_t clamp(int64_t tile) const { return std::clamp<int64_t>(tile, 0, tiles - 1); }
  int64_t mirrored(int64_t at) const {
    if (n == 1) return 0;
    int64_t period = 2 * (n - 1);
    at %= period;
    return at < n ? at : period - at;
  }
  // Tiles that pixels need.
  int64_t used() const {
    float part;
    return clamp(before(n - 1, &part) + 1) + 1;
  }
};

struct ClaheTiles {
  ClaheAxis x, y;
  int64_t limit;  // of a value in a histogram
  float scale;    // from running sums to values

  ClaheTiles(int64_t height, int64_t width, const ClaheArgs& a);
};

}  // namespace hr
