// erase: its parameters, and the regions they make.
#pragma once
#include <algorithm>
#include <string>

#include "base/to_size.h"
#include "engine/kernel.h"

namespace hr::erase {

// axes: which axes a region restricts; channel: the axis of fill values, -1: none.
enum { kAnchor, kShape, kFill, kAxes, kChannel, kNormalizedAnchor, kNormalizedShape, kCentered };

inline int64_t regions(const Args& args) {
  int64_t anchors = args.has(kAnchor) ? args.size(kAnchor) : 0,
          shapes = args.has(kShape) ? args.size(kShape) : 0;
  int64_t axes = args.size(kAxes);
  if (anchors && anchors != shapes)  // without anchors regions begin at the origin
    fail_value("anchor has " + std::to_string(anchors) + " numbers, shape " +
               std::to_string(shapes) + ": a region needs both");
  if (shapes && (axes == 0 || shapes % axes))
    fail_value("anchor and shape have " + std::to_string(shapes) +
               " numbers, needs a multiple of " + std::to_string(axes) + ", one for each axis");
  return shapes ? shapes / axes : 0;
}

// One region, as places of every axis.
struct Box {
  int ndim;
  int64_t lo[kMaxDims], hi[kMaxDims];
};

inline Box box_of(const Args& args, int64_t region, const Shape& shape) {
  int64_t axes = args.size(kAxes);
  bool anchored = args.size(kAnchor) > 0;
  Box box;
  box.ndim = shape.ndim;
  for (int d = 0; d < box.ndim; d++) {
    box.lo[d] = 0;
    box.hi[d] = shape[d];
  }
  for (int64_t a = 0; a < axes; a++) {
    int d = static_cast<int>(args.i(kAxes, a));
    auto set_ends = [&](auto real) {
      using Real = decltype(real);
      Real extent = static_cast<Real>(shape[d]);
      Real anchor = anchored ? static_cast<Real>(args.f(kAnchor, region * axes + a)) : 0;
      Real size = static_cast<Real>(args.f(kShape, region * axes + a));
      if (args.i(kNormalizedAnchor)) anchor *= extent;
      if (args.i(kNormalizedShape)) size *= extent;
      if (args.i(kCentered)) anchor -= size * Real(0.5);
      // Fractions are dropped at both ends.
      box.lo[d] = place_within(anchor, shape[d]);
      box.hi[d] = place_within(anchor + size, shape[d]);
    };
    shape[d] <= kExactInFloat ? set_ends(0.0f) : set_ends(0.0);
  }
  return box;
}

}  // namespace hr::erase
