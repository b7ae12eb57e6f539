// Shared by operators that sample at computed positions: axes, arguments, rows.
#pragma once
#include <algorithm>
#include <string>

#include "engine/kernel.h"
#include "simd/sampler.h"

namespace hr {

// A sample as planes of images or volumes with interleaved channels.
struct PixelAxes {
  int first = 0, spatial = 2;  // axes of the shape
  int64_t planes = 1, d = 1, h = 0, w = 0, c = 1;
};
PixelAxes pixel_axes(const Shape& shape, int first, int spatial);

// Arguments of rotate, warp and remap: the filter, and `spatial` axes starting at `first`.
struct SampledArgs {
  SamplerFilter interp;
  int first, spatial;

  PixelAxes axes(const Shape& shape) const { return pixel_axes(shape, first, spatial); }
};
HR_ARGS(SampledArgs, interp, first, spatial);

// Fails for sizes beyond the precision of float positions and 32-bit indices.
void check_sides(const PixelAxes& a, const char* what);

// Sets the sides from an argument, in shape order: integers, truncated or rounded.
void set_sides(const List<double>& size, bool round, const PixelAxes& in, Shape& out);

// Number k of an argument; fails unless it is finite.
double finite(const List<double>& values, int64_t k = 0);

// The fill pixel: none (zero), one number, or one per channel, saturated to the input and output
// types. In scratch memory.
const uint8_t* fill_pixel(const List<double>& fill, const PixelAxes& in, DType from, DType to);

SampleSource source_of(const View& in, const PixelAxes& a, SamplerFilter interp,
                       SamplerBorder border, const uint8_t* fill);

inline constexpr int64_t kRowPart = 1024;  // positions computed per step

// Fills an output (or its requested part) row by row. `place(z, y, x, n, px, py, pz)` computes the
// source positions of n pixels starting at x; all planes share them.
template <class Place>
void warp_rows(const View& in, const PixelAxes& from, SampleSource source, const View& out,
               const PixelAxes& to, Place place) {
  alignas(64) float px[kRowPart], py[kRowPart], pz[kRowPart];
  Region part = out.windowed ? out.region : Region{0, 0, to.h, to.w};
  int64_t rows = part.y1 - part.y0, columns = part.x1 - part.x0;
  int64_t pixel = to.c * itemsize(out.dtype), out_plane = to.d * rows * columns * pixel;
  int64_t in_plane = from.d * from.h * from.w * from.c * itemsize(in.dtype);
  if (out_plane == 0) return;
  bool volume = to.spatial == 3;
  for (int64_t z = 0; z < to.d; z++)
    for (int64_t y = part.y0; y < part.y1; y++)
      for (int64_t x = part.x0; x < part.x1; x += kRowPart) {
        int64_t n = std::min(kRowPart, part.x1 - x);
        place(z, y, x, n, px, py, pz);
        uint8_t* target = out.data + ((z * rows + y - part.y0) * columns + (x - part.x0)) * pixel;
        for (int64_t p = 0; p < to.planes; p++) {
          source.data = in.data + p * in_plane;
          sampler().row(source, px, py, volume ? pz : nullptr, n, target + p * out_plane,
                        out.dtype);
        }
      }
}

// A map of positions: matrix rows and an offset, in the order x, y, z.
struct AffineMap {
  int n = 2;
  double a[3][4] = {};

  // Positions of the pixels of a row, starting at x.
  void places(int64_t z, int64_t y, int64_t x, int64_t count, float* px, float* py,
              float* pz) const {
    float* to[3] = {px, py, pz};
    for (int r = 0; r < n; r++) {
      double start = a[r][n] + a[r][1] * (static_cast<double>(y) + 0.5);
      if (n == 3) start += a[r][2] * (static_cast<double>(z) + 0.5);
      float step = static_cast<float>(a[r][0]), base = static_cast<float>(start);
      float column = static_cast<float>(x) + 0.5f;
      float* __restrict p = to[r];
      for (int64_t i = 0; i < count; i++)
        p[i] = step * (column + static_cast<float>(static_cast<int32_t>(i))) + base;
    }
  }
};

// A 3 × 3 matrix between pixel centres.
struct Homography {
  double m[9];
};

}  // namespace hr
