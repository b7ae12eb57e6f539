// Colours of interleaved pixels: linear maps, channel order, grid masks.
#pragma once
#include "base/dtype.h"
#include "base/isa.h"

namespace hr {

// out = matrix * (in - center) + offset, summed from left to right.
struct PixelMap {
  float matrix[3][3] = {}, center[3] = {}, offset[3] = {};
};

using MapPixels = void (*)(const void* in, void* out, int64_t pixels, const PixelMap& map);
using MovePixels = void (*)(const void* in, void* out, int64_t pixels);

// keep[i] = 1 if x or y within a grid cell is at least `ratio`; cells have size 1.
struct GridRow {
  float x0, x_step, y0, y_step, ratio;
};
using GridMaskRow = void (*)(const GridRow& row, int64_t first, uint8_t* keep, int64_t n);

struct PixelTable {
  MapPixels map[13][13][2][2];  // [from][to][3-channel input][3-channel output], in float32
  MapPixels wide[2][2];         // double to double, in double
  MovePixels reverse[4];        // reverses three channels; by log2 of the element size
  MovePixels spread[4];         // one channel to three
  // Three bytes to one: weighted sum with 15-bit weights that add up to 2^15.
  void (*weigh)(const uint8_t* in, uint8_t* out, int64_t pixels, const int (&weight)[3]);
  GridMaskRow grid;
  // RGB pixels with their hue turned by sixths of a circle, in the HSV cone.
  void (*turn_hue)(const float* in, float* out, int64_t pixels, float sixths);
};

#if defined(HR_X86)
namespace avx2 {
const PixelTable& pixel_table();
}
namespace avx512 {
const PixelTable& pixel_table();
}
#endif
namespace base {
const PixelTable& pixel_table();
}

inline const PixelTable& pixels() {
  static const PixelTable& t = HR_DISPATCH(pixel_table());
  return t;
}

}  // namespace hr
