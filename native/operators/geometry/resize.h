// What the kernels that resize share: a plan of axes, made by infer and carried out by run.
#pragma once
#include "engine/kernel.h"
#include "numerics/resample_geometry.h"
#include "numerics/resample_tensor.h"

namespace hr {

struct ResizePlan {
  int count = 0;
  TensorAxis axes[kMaxDims];

  void add(int dim, const Axis& axis) { axes[count++] = {dim, axis}; }
};

// The filter of a public InterpType; fails for numbers that are none.
Filter resize_filter(int64_t interp_type);

// An axis of `in` elements, resized as `g` says.
Axis resize_axis(int64_t in, const AxisGeometry& g, Filter shrinking, Filter enlarging,
                 bool antialias);

// To be called by infer, with the axes in any order: puts the plan in order and fills in the shape
// of the output.
void finish_plan(ResizePlan&, InferContext&);

// Kernel::region and Kernel::run for a state that is a ResizePlan (in front of anything else).
Region resize_region(const InferContext&, const Region* want);
void resize_run(RunContext&);

}  // namespace hr
