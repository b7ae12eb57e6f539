// morphology: arguments and rectangle.
#pragma once
#include "operators/filters/neighbourhood.h"

namespace hr {

struct MorphologyArgs {
  List<int64_t> mask_size, anchor;  // x, y, or one for both
  FilterBorder border;
  int64_t iterations;
  bool erode;
  int first;  // the axis H; W follows

  SpatialAxes axes() const { return {first, 2}; }
  // The rectangle of all iterations together, for a sample of this shape.
  Neighbourhood mask(const Shape& shape) const;
};
HR_ARGS(MorphologyArgs, mask_size, anchor, border, iterations, erode, first);

}  // namespace hr
