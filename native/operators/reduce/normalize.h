// normalize: its arguments, and what the CPU and the GPU share.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct NormalizeArgs {
  std::optional<List<int>> axes;
  std::optional<List<double>> mean, stddev;  // computed where they are not given
  double scale, shift, epsilon;
  int64_t ddof;
};
HR_ARGS(NormalizeArgs, axes, mean, stddev, scale, shift, epsilon, ddof);

// The reduced axes, as bits: those asked for, else those of extent 1 in the given mean or stddev,
// else all. Fails where what is given does not fit the sample.
uint32_t normalize_axes(const NormalizeArgs& a, const Shape& sample);
// Of a whole batch: also fails where samples differ along axes that are kept.
uint32_t normalize_batch_axes(const NormalizeArgs& a, const Samples& in);

// The given mean, one element for each that is kept.
void normalize_mean(const NormalizeArgs& a, int64_t kept, double* to);
// What elements are multiplied with, from the given stddev, or from sums of squared distances of
// `count` elements. No spread gives 0.
void normalize_factors(const NormalizeArgs& a, int64_t kept, int64_t count, double* v);

}  // namespace hr
