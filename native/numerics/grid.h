// A sample as neighbourhood filters see it: planes with one to three spatial axes, and channels.
#pragma once
#include <algorithm>

#include "base/value.h"
#include "numerics/resample.h"

namespace hr {

enum { kGridZ = 2, kGridY = 3, kGridX = 4 };  // axes 0 and 1 enumerate planes

// The spatial axes of a sample: `count` axes starting at `first`; channels follow.
struct SpatialAxes {
  int first, count;

  // Maps a sample axis to a grid axis. A single spatial axis with channels maps to y and the
  // channels to x, so that a region on sample axes 0 and 1 is always a region on grid axes.
  int place(int axis, int ndim) const {
    bool rows = count == 1 && ndim > first + 1;
    return axis < first ? 2 - first + axis : 5 - count - (rows ? 1 : 0) + axis - first;
  }
};

struct Grid {
  uint8_t* data = nullptr;  // the part, contiguous
  DType dtype = DType::u8;
  int64_t extent[5] = {1, 1, 1, 1, 1};  // full extent
  Range part[5] = {{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}};
  int64_t channels = 1;

  int64_t pixel() const { return channels * itemsize(dtype); }
  int64_t row_bytes() const { return part[kGridX].size() * pixel(); }
  uint8_t* at(int64_t a, int64_t b, int64_t z, int64_t y, int64_t x) const {
    int64_t i = a - part[0].lo;
    i = i * part[1].size() + b - part[1].lo;
    i = i * part[2].size() + z - part[2].lo;
    i = i * part[3].size() + y - part[3].lo;
    i = i * part[4].size() + x - part[4].lo;
    return data + i * pixel();
  }
  bool empty() const {
    for (Range r : part)
      if (r.size() <= 0) return true;
    return channels == 0;
  }
};

inline Grid grid_of(const View& v, SpatialAxes axes) {
  Grid g;
  g.data = v.data;
  g.dtype = v.dtype;
  int ndim = v.shape.ndim, last = axes.first + axes.count;
  if (axes.place(axes.first, ndim) + axes.count == kGridX) last++;  // channels are x
  for (int d = 0; d < last; d++) {
    int at = axes.place(d, ndim);
    g.extent[at] = v.shape[d];
    g.part[at] = {0, v.shape[d]};
    if (v.windowed && d == 0) g.part[at] = {v.region.y0, v.region.y1};
    if (v.windowed && d == 1) g.part[at] = {v.region.x0, v.region.x1};
  }
  g.channels = v.shape.volume(last);
  return g;
}

// Region of an input of `shape` that the region `want` of an output of equal shape depends on
// (null: all), if each element reads `before` and `after` elements along the grid's axes.
inline Region reached(const Shape& shape, SpatialAxes axes, const Region* want,
                      const int64_t* before, const int64_t* after) {
  Region r{0, 0, shape[0], shape.ndim > 1 ? shape[1] : 1};
  if (!want) return r;
  auto grow = [&](int d, int64_t& lo, int64_t& hi, int64_t from, int64_t to) {
    int at = axes.place(d, shape.ndim);
    lo = std::max(lo, from - before[at]);
    hi = std::min(hi, to + after[at]);
  };
  grow(0, r.y0, r.y1, want->y0, want->y1);
  if (shape.ndim > 1) grow(1, r.x0, r.x1, want->x0, want->x1);
  return r;
}

}  // namespace hr
