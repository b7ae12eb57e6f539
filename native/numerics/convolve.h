// Convolution with separable symmetric windows, and correlation with any window.
//
// Sums are float32. They do not depend on the instruction set or on which part of a sample is
// computed.
#pragma once
#include "numerics/border.cuh"
#include "numerics/grid.h"

namespace hr {

// weight[0] is the centre, weight[k] stands at distance k on both sides.
struct HalfWindow {
  const float* weight;
  int radius;
};

// Samples are mirrored at their borders without repeating the edge (c b a b c), which is periodic:
// a window that is wider than its axis is equal to one that is not. Returns the new radius, less
// than the extent.
int fold_window(float* weight, int radius, int64_t extent);

// A product of windows along z, y and x, and of a number.
struct SeparableTerm {
  HalfWindow axis[3];
  float scale = 1;
};

// A sum of terms along some axes of samples.
struct SeparableFilter {
  SpatialAxes axes;
  SeparableTerm terms[3];
  int count = 0;  // of terms
};

// The sum of the terms, rounded (halves away from zero) and saturated to out's type. Windows are
// folded. `in` holds what `out` reaches.
void convolve(const Grid& in, const Grid& out, const SeparableTerm* terms, int count);

using hrk::FilterBorder;

// The element of an axis that stands at position i outside; -1: a constant.
int64_t border_index(FilterBorder border, int64_t i, int64_t extent);

struct Correlation {
  const float* weight = nullptr;  // size[0] × size[1] × size[2]
  int64_t size[3] = {1, 1, 1};    // along z, y, x
  int64_t anchor[3] = {0, 0, 0};  // the element of the window that lies on the output's position
  FilterBorder border = FilterBorder::reflect_101;
  float fill = 0;
};

// out[p] = Σ weight[k] · in[p + k - anchor], rounded (halves to even) and saturated. `in` holds
// what `out` reaches.
void correlate(const Grid& in, const Grid& out, const Correlation& c);

}  // namespace hr
