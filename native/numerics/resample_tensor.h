// Resamples some axes of a tensor: adjacent pairs as images, others one by one.
#pragma once
#include <span>

#include "base/value.h"
#include "numerics/resample.h"

namespace hr {

struct TensorAxis {
  int dim = 0;
  Axis axis;
};

// Drops axes that change nothing while more than two are left. `axes` must be in ascending order.
// Returns the number of axes left.
int needed_axes(TensorAxis* axes, int n);

// Sets `origin` and `stepwise` of the axes as resample_tensor does. `whole` is the input's shape.
void settle_ties(std::span<TensorAxis> axes, const Shape& whole);

// The input must be complete in memory, unless `axes` are exactly dims 0 and 1: then it may be a
// region. The output is contiguous, with axis.count() elements along resampled axes. Intermediate
// results are float32, except if all axes are copied. `whole` is the shape of the full tensor if
// the input is a part of it along other axes: it decides the order of sums, so that bits are equal.
void resample_tensor(const View& in, const Shape& whole, std::span<const TensorAxis> axes,
                     void* out, DType out_dtype, Scratch&);

}  // namespace hr
