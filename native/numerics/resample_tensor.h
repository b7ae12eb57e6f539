// Resampling of some axes of a tensor: pairs of adjacent ones as images, others one by one.
#pragma once
#include <span>

#include "base/value.h"
#include "numerics/resample.h"

namespace hr {

struct TensorAxis {
  int dim = 0;
  Axis axis;
};

// Drops axes that change nothing, while more than two are left. `axes` rise; returns their number.
int needed_axes(TensorAxis* axes, int n);

// Sets `origin` and `stepwise` of the axes as resample_tensor does. `whole` is the input's shape.
void settle_ties(std::span<TensorAxis> axes, const Shape& whole);

// The input is all in memory, unless `axes` are dims 0 and 1 alone: then it may be windowed. The
// output is dense, with axis.count() elements along resampled axes. Results between passes are
// float32, except when all axes are copied. `whole` is the shape of the tensor of which the input
// has a part along other axes: it decides the order of sums, so that parts are bit-identical.
void resample_tensor(const View& in, const Shape& whole, std::span<const TensorAxis> axes,
                     void* out, DType out_dtype, Scratch&);

}  // namespace hr
