// What the CPU's and the GPU's normalize share.
#pragma once
#include "engine/kernel.h"

namespace hr {

enum NormalizeArgument {
  kNormAxes,
  kNormMean,
  kNormStddev,
  kNormScale,
  kNormShift,
  kNormEpsilon,
  kNormDdof
};

// The reduced axes, as bits: those asked for, else those of extent 1 in the given mean or stddev,
// else all. Fails where what is given does not fit the sample.
uint32_t normalize_axes(const Args& args, const Shape& sample);
// Of a whole batch: also fails where samples differ along axes that are kept.
uint32_t normalize_batch_axes(const Args& args, const Samples& in);

// The given mean, one element for each that is kept.
void normalize_mean(const Args& args, int64_t kept, double* to);
// What elements are multiplied with, from the given stddev, or from sums of squared distances of
// `count` elements. No spread gives 0.
void normalize_factors(const Args& args, int64_t kept, int64_t count, double* v);

}  // namespace hr
