// A filter as a sum of separable convolutions along a sample's spatial axes.
#pragma once
#include <vector>

#include "operators/filters/spatial_args.h"

namespace hr {

struct SeparableFilter {
  SpatialAxes axes;
  SeparableTerm terms[3];
  int count = 0;  // of terms
};

}  // namespace hr
