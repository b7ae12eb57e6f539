// Convolution with separable symmetric windows; correlation with arbitrary windows.
//
// Sums are float32 and depend neither on the instruction set nor on the computed part of a sample.
#pragma once
#include "numerics/border.cuh"
#include "numerics/grid.h"

namespace hr {

// weight[0] is the centre, weight[k] applies at distance k on both sides.
struct HalfWindow {
  const float* weight;
  int radius;
};

// Folds a window wider than its axis to an equivalent narrower one. Borders are mirrored without
// repeating the edge (c b a b c), so the signal is periodic. Returns the new radius < extent.
int fold_window(float* weight, int radius, int64_t extent);

// Product of windows along z, y and x, times a scale.
struct SeparableTerm {
  HalfWindow axis[3];
  float scale = 1;
};

// Sum of terms along some axes of samples.
struct SeparableFilter {
  SpatialAxes axes;
  SeparableTerm terms[3];
  int count = 0;  // number of terms
};

// Writes the sum of the terms, rounded (halves away from zero) and saturated to out's type. Windows
// must be folded. `in` must hold every element that `out` reads.
void convolve(const Grid& in, const Grid& out, const SeparableTerm* terms, int count);

using hrk::FilterBorder;

// Maps position i outside of an axis to an element inside; -1: the constant.
int64_t border_index(FilterBorder border, int64_t i, int64_t extent);

struct Correlation {
  const float* weight = nullptr;  // size[0] × size[1] × size[2]
  int64_t size[3] = {1, 1, 1};    // along z, y, x
  int64_t anchor[3] = {0, 0, 0};  // element of the window that lies on the output position
  FilterBorder border = FilterBorder::reflect_101;
  float fill = 0;
};

// out[p] = Σ weight[k] · in[p + k - anchor], rounded (halves to even) and saturated. `in` must hold
// every element that `out` reads.
void correlate(const Grid& in, const Grid& out, const Correlation& c);

}  // namespace hr
