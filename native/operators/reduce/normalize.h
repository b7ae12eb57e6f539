// normalize: arguments, and code shared by CPU and GPU.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct NormalizeArgs {
  std::optional<List<int>> axes;
  std::optional<List<double>> mean, stddev;  // computed if not given
  double scale, shift, epsilon;
  int64_t ddof;
};
HR_ARGS(NormalizeArgs, axes, mean, stddev, scale, shift, epsilon, ddof);

// Bit mask of the reduced axes: as requested, else those of extent 1 in the given mean or stddev,
// else all. Fails if given statistics do not match the sample's shape.
uint32_t normalize_axes(const NormalizeArgs& a, const Shape& sample);
// For a whole batch: also fails if samples differ along kept axes.
uint32_t normalize_batch_axes(const NormalizeArgs& a, const Samples& in);

// The given mean, one element per kept element.
void normalize_mean(const NormalizeArgs& a, int64_t kept, double* to);
// Factors from the stddev, or from sums of squared distances of `count` elements. 0 if no variance.
void normalize_factors(const NormalizeArgs& a, int64_t kept, int64_t count, double* v);

}  // namespace hr
