// Copies of arrays with cropped, reversed or permuted axes: one launch for all samples.
#pragma once
#include "gpu/kernel.h"
#include "numerics/fill.h"
#include "operators/geometry/crop_window.h"

namespace hr::gpu {

// An axis of an output: index i reads index first + i·step of an input axis with `extent` elements
// at `stride` (in elements).
struct CopyAxis {
  int64_t size, first, step, extent, stride;
};

struct AxesCopy {
  const View* in;
  const View* out;
  int ndim = 0;
  CopyAxis axis[kMaxDims];
  Bounds bounds = Bounds::error;
  int channel = -1;            // axis that selects the following; -1: they have one element
  std::vector<Element> fills;  // empty: zero
  std::vector<float> factors;  // factor and offset, alternating; for copies that scale

  // Copies all axes of `in` completely.
  AxesCopy(const View& in, const View& out);
  // Limits every axis to the window.
  void cut(const Window& w);
  // True if elements are not converted and none is outside.
  bool moves_only() const;
};

// Converts elements like windows do, or, with `scale`, multiplies and adds.
void copy_axes(Run& run, std::vector<AxesCopy>& copies, bool scale = false);

}  // namespace hr::gpu
