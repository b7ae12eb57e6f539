// Crop windows: from crop sizes and relative positions to anchors, with out-of-bounds policies.
#pragma once
#include <algorithm>
#include <cmath>

#include "headrace/kernel.h"

namespace hr {

// The order is shared with headrace/operators/geometry/window.py.
enum class Bounds : int64_t { error, constant, trim, edge, reflect_1001, reflect_101, wrap };

struct Window {
  int64_t anchor[kMaxDims] = {};
  int64_t size[kMaxDims] = {};
};

// The anchor of a window of `size` in `extent`, at relative position `pos`.
inline int64_t place(int64_t extent, int64_t size, double pos, bool truncate) {
  double at = pos * static_cast<double>(extent - size);
  return static_cast<int64_t>(truncate ? std::trunc(at) : std::round(at));
}

// Checks one axis against the policy; trims where that is asked for.
inline void confine(Window& w, int axis, int64_t extent, Bounds bounds, const Shape& shape) {
  int64_t lo = w.anchor[axis], hi = lo + w.size[axis];
  if (w.size[axis] < 0) fail_value("negative window size " + std::to_string(w.size[axis]) + " on axis " + std::to_string(axis));
  if (lo >= 0 && hi <= extent) return;
  if (bounds == Bounds::error)
    fail(ErrorKind::index, "the window [" + std::to_string(lo) + ", " + std::to_string(hi) + ") on axis " + std::to_string(axis) +
                               " leaves the sample of shape " + shape.str() +
                               "; allow that with out_of_bounds_policy=\"pad\" or \"trim_to_shape\"");
  if (bounds == Bounds::trim) {
    lo = std::clamp<int64_t>(lo, 0, extent);
    hi = std::clamp<int64_t>(hi, lo, extent);
    w.anchor[axis] = lo;
    w.size[axis] = hi - lo;
  }
}

}  // namespace hr
