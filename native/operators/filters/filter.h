// filter: its arguments, and the place of the window.
#pragma once
#include "operators/filters/spatial_args.h"

namespace hr {

struct FilterArgs {
  List<int64_t> anchor;  // one, or one for each spatial axis; -1: the middle
  FilterBorder border;
  bool valid;  // only where the window lies inside
  SpatialAxes axes;
};
HR_ARGS(FilterArgs, anchor, border, valid, axes);

// Sizes, anchor and border, without weights.
Correlation filter_geometry(const FilterArgs& a, const Shape& image, const Shape& window);

}  // namespace hr
