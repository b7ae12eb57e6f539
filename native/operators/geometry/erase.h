// erase: arguments, and their regions.
#pragma once
#include <algorithm>
#include <string>

#include "base/to_size.h"
#include "engine/kernel.h"

namespace hr {

struct EraseArgs {
  List<double> anchor, shape, fill_value;
  List<int> axes;  // axes that regions restrict
  int channel;     // axis of the fill values, -1: none
  bool normalized_anchor, normalized_shape, centered_anchor;
};
HR_ARGS(EraseArgs, anchor, shape, fill_value, axes, channel, normalized_anchor, normalized_shape,
        centered_anchor);

namespace erase {

inline int64_t regions(const EraseArgs& a) {
  int64_t anchors = a.anchor.size(), shapes = a.shape.size(), axes = a.axes.size();
  if (anchors && anchors != shapes)  // without anchors, regions start at the origin
    fail_value("anchor has " + std::to_string(anchors) + " numbers, shape " +
               std::to_string(shapes) + ": a region needs both");
  if (shapes && (axes == 0 || shapes % axes))
    fail_value("anchor and shape have " + std::to_string(shapes) +
               " numbers, needs a multiple of " + std::to_string(axes) + ", one for each axis");
  return shapes ? shapes / axes : 0;
}

// One region, as an index range on every axis.
struct Box {
  int ndim;
  int64_t lo[kMaxDims], hi[kMaxDims];
};

inline Box box_of(const EraseArgs& a, int64_t region, const Shape& shape) {
  int64_t axes = a.axes.size();
  Box box;
  box.ndim = shape.ndim;
  for (int d = 0; d < box.ndim; d++) {
    box.lo[d] = 0;
    box.hi[d] = shape[d];
  }
  for (int64_t k = 0; k < axes; k++) {
    int d = a.axes[k];
    auto set_ends = [&](auto real) {
      using Real = decltype(real);
      Real extent = static_cast<Real>(shape[d]);
      Real anchor = a.anchor.empty() ? 0 : static_cast<Real>(a.anchor[region * axes + k]);
      Real size = static_cast<Real>(a.shape[region * axes + k]);
      if (a.normalized_anchor) anchor *= extent;
      if (a.normalized_shape) size *= extent;
      if (a.centered_anchor) anchor -= size * Real(0.5);
      // Truncates both ends.
      box.lo[d] = place_within(anchor, shape[d]);
      box.hi[d] = place_within(anchor + size, shape[d]);
    };
    shape[d] <= kExactInFloat ? set_ends(0.0f) : set_ends(0.0);
  }
  return box;
}

}  // namespace erase
}  // namespace hr
