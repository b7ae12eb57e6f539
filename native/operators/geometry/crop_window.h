// Windows of crop-like operators: position, behaviour outside of the sample, region read.
#pragma once
#include <algorithm>
#include <cmath>

#include "base/to_size.h"
#include "engine/kernel.h"
#include "numerics/border.cuh"

namespace hr {

using hrk::Bounds;
// How a fractional position is rounded to an element.
HR_ENUM(Rounding, round, truncate);

// Behaviour of a window that extends beyond the sample.
struct OutsideArgs {
  Bounds bounds;
  List<float> fill_values;  // one, or one per channel
};
HR_ARGS(OutsideArgs, bounds, fill_values);

struct Window {
  int64_t anchor[kMaxDims] = {};
  int64_t size[kMaxDims] = {};
};

// Anchor of a window of `size` in `extent`, at relative position `pos`.
inline int64_t place(int64_t extent, int64_t size, double pos, Rounding rounding) {
  double at = pos * static_cast<double>(extent - size);
  return to_place(rounding == Rounding::truncate ? std::trunc(at) : std::round(at),
                  "a window's place");
}

// Checks one axis against the bounds policy; trims if requested.
inline void confine(Window& w, int axis, int64_t extent, Bounds bounds, const Shape& shape) {
  int64_t lo = w.anchor[axis], hi = lo + w.size[axis];
  if (w.size[axis] < 0)
    fail_value("negative window size " + std::to_string(w.size[axis]) + " on axis " +
               std::to_string(axis));
  if (lo >= 0 && hi <= extent) return;
  if (bounds == Bounds::error)
    fail(ErrorKind::index,
         "the window [" + std::to_string(lo) + ", " + std::to_string(hi) + ") on axis " +
             std::to_string(axis) + " leaves the sample of shape " + shape.str() +
             "; allow that with out_of_bounds_policy=\"pad\" or \"trim_to_shape\"");
  if (bounds == Bounds::trim_to_shape) {
    lo = std::clamp<int64_t>(lo, 0, extent);
    hi = std::clamp<int64_t>(hi, lo, extent);
    w.anchor[axis] = lo;
    w.size[axis] = hi - lo;
  } else if (bounds != Bounds::constant && extent == 0 && w.size[axis] > 0) {
    fail_value("axis " + std::to_string(axis) + " of shape " + shape.str() +
               " is empty: there is nothing to repeat");
  }
}

// Index of the element that replaces index `i` outside of [0, extent); -1: the fill value.
inline int64_t stand_in(int64_t i, int64_t extent, Bounds bounds) {
  if (i >= 0 && i < extent) return i;
  auto modulo = [](int64_t a, int64_t n) { return (a % n + n) % n; };
  switch (bounds) {
    case Bounds::edge:
      return i < 0 ? 0 : extent - 1;
    case Bounds::wrap:
      return modulo(i, extent);
    case Bounds::reflect_1001: {
      int64_t k = modulo(i, 2 * extent);
      return k < extent ? k : 2 * extent - 1 - k;
    }
    case Bounds::reflect_101: {
      if (extent == 1) return 0;
      int64_t k = modulo(i, 2 * extent - 2);
      return k < extent ? k : 2 * extent - 2 - k;
    }
    default:
      return -1;
  }
}

// The part of a window that corresponds to a part of the output.
inline Window part_of_window(Window w, const Region& part) {
  w.anchor[0] += part.y0;
  w.anchor[1] += part.x0;
  w.size[0] = part.rows();
  w.size[1] = part.cols();
  return w;
}

// The region of axes 0 and 1 that a window reads.
inline Region window_region(const Window& w, const Shape& shape, Bounds bounds) {
  int64_t lo[2], hi[2];
  for (int d = 0; d < 2; d++) {
    int64_t first = w.anchor[d], last = first + w.size[d], extent = shape[d];
    bool inside = first >= 0 && last <= extent;
    lo[d] = std::clamp<int64_t>(first, 0, extent);
    hi[d] = std::clamp<int64_t>(last, lo[d], extent);
    if (!inside && bounds == Bounds::edge && extent > 0) {
      lo[d] = std::min(lo[d], extent - 1);
      hi[d] = std::max(hi[d], lo[d] + 1);
    } else if (!inside && bounds > Bounds::edge) {
      lo[d] = 0;
      hi[d] = extent;
    }
  }
  return {lo[0], lo[1], hi[0], hi[1]};
}

// Arguments for the position of a crop window.
struct CropWindowArgs {
  std::optional<List<double>> crop;  // sizes of H, W or D, H, W; not positive: the whole axis
  double crop_d, crop_h, crop_w;     // used if `crop` is absent
  float crop_pos_x, crop_pos_y, crop_pos_z;
  Rounding rounding;
  List<int> axes;  // input axes D (or F), H, W, C; -1 if absent
};
HR_ARGS(CropWindowArgs, crop, crop_d, crop_h, crop_w, crop_pos_x, crop_pos_y, crop_pos_z, rounding,
        axes);

inline Window crop_window(const CropWindowArgs& a, const Shape& in, Bounds bounds) {
  Window w;
  std::copy_n(in.d.begin(), in.ndim, w.size);
  const int64_t sizes = a.crop ? a.crop->size() : 0;
  if (a.crop && sizes != 2 && sizes != 3)
    fail_value("crop takes 2 or 3 sizes, got " + std::to_string(sizes));
  // listed: index of this axis's size in `crop`; negative: none
  auto cut = [&](int axis, int64_t listed, double alone, double pos) {
    if (axis < 0) return;
    double size = listed >= 0 ? (*a.crop)[listed] : a.crop ? 0.0 : alone;
    int64_t extent = in[axis], n = to_place(size, "a crop");
    if (!(pos >= 0 && pos <= 1))
      fail_value("crop position must lie in [0, 1], got " + std::to_string(pos));
    w.size[axis] = n > 0 ? n : extent;
    w.anchor[axis] = place(extent, w.size[axis], pos, a.rounding);
    confine(w, axis, extent, bounds, in);
  };
  cut(a.axes[0], sizes - 3, a.crop_d, a.crop_pos_z);
  cut(a.axes[1], sizes - 2, a.crop_h, a.crop_pos_y);
  cut(a.axes[2], sizes - 1, a.crop_w, a.crop_pos_x);
  return w;
}

}  // namespace hr
