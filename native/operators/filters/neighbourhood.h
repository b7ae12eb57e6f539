// Rows of keys with their margins, for comparison-based filters.
#pragma once
#include <algorithm>
#include <cstring>
#include <vector>

#include "operators/filters/spatial_args.h"
#include "simd/morphology.h"

namespace hr {

// A rectangle of pixels around each position.
struct Neighbourhood {
  int64_t height = 1, width = 1, top = 0, left = 0;  // top, left: reach upwards and to the left
  FilterBorder border = FilterBorder::clamp;
};

// Region of the input that is read for a region of the output; `axes` are two.
inline Region region_of(const Neighbourhood& n, const Shape& shape, SpatialAxes axes,
                        const Region* want) {
  int64_t before[5] = {}, after[5] = {};
  before[kGridY] = n.top;
  before[kGridX] = n.left;
  after[kGridY] = n.height - 1 - n.top;
  after[kGridX] = n.width - 1 - n.left;
  if (n.border == FilterBorder::reflect_101 || n.border == FilterBorder::reflect_1001)
    for (int k : {kGridY, kGridX}) before[k] = after[k] = std::max(before[k], after[k]);
  bool anywhere = n.border == FilterBorder::wrap;
  for (int d = 0; d < 2; d++) anywhere |= after[axes.place(d, shape.ndim)] >= shape[d];
  return reached(shape, axes, anywhere ? nullptr : want, before, after);
}

struct KeyRows {
  const Grid& in;
  const Neighbourhood& n;
  const MorphologyLoops& loops;
  KeyKind kind;
  bool inverted;
  int64_t a, b;  // indices of the plane

  int64_t padded(Range cols) const { return (cols.size() + n.width - 1) * in.channels; }

  // Loads the keys of row y, which may be outside, starting n.left pixels before `cols`. A constant
  // border has the smallest key.
  void load(int64_t y, Range cols, uint8_t* to) const {
    int64_t item = itemsize(in.dtype), pixel = in.pixel(), w = in.extent[kGridX];
    int64_t from = border_index(n.border, y, in.extent[kGridY]);
    if (from < 0) {
      std::memset(to, 0, static_cast<size_t>(padded(cols) * item));
      return;
    }
    int64_t first = cols.lo - n.left, last = first + cols.size() + n.width - 1;
    int64_t lo = std::clamp<int64_t>(first, 0, w), hi = std::clamp<int64_t>(last, lo, w);
    auto encode = [&](int64_t x, int64_t count, uint8_t* at) {
      loops.encode(in.at(a, b, 0, from, x), at, count * in.channels, kind, inverted);
    };
    if (lo < hi) encode(lo, hi - lo, to + (lo - first) * pixel);
    auto outside = [&](int64_t x) {
      int64_t column = border_index(n.border, x, w);
      if (column < 0)
        std::memset(to + (x - first) * pixel, 0, static_cast<size_t>(pixel));
      else
        encode(column, 1, to + (x - first) * pixel);
    };
    for (int64_t x = first; x < lo; x++) outside(x);
    for (int64_t x = hi; x < last; x++) outside(x);
  }
};

}  // namespace hr
