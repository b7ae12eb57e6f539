// filter: arguments, and the position of the window.
#pragma once
#include "operators/filters/spatial_args.h"

namespace hr {

struct FilterArgs {
  List<int64_t> anchor;  // one, or one per spatial axis; -1: the centre
  FilterBorder border;
  bool valid;  // only positions where the window lies inside
  SpatialAxes axes;
};
HR_ARGS(FilterArgs, anchor, border, valid, axes);

// Sizes, anchor and border, without weights.
Correlation filter_geometry(const FilterArgs& a, const Shape& image, const Shape& window);

}  // namespace hr
