// Copies of arrays whose axes are cut, turned round or rearranged: one launch for all samples,
// whatever the number of axes.
#pragma once
#include "gpu/kernel.h"
#include "numerics/fill.h"
#include "operators/geometry/crop_window.h"

namespace hr::gpu {

// An axis of an output: place i is place first + i·step of an axis with `extent` places, which are
// `stride` elements apart.
struct CopyAxis {
  int64_t size, first, step, extent, stride;
};

struct AxesCopy {
  const View* in;
  const View* out;
  int ndim = 0;
  CopyAxis axis[kMaxDims];
  Bounds bounds = Bounds::error;
  int channel = -1;            // the axis that the following go by; -1: they have one element
  std::vector<Element> fills;  // none: zero
  std::vector<float> factors;  // factor and sum, in turns; for copies that scale

  // Axes of `out` are those of `in`, whole.
  AxesCopy(const View& in, const View& out);
  // The window's part of every axis.
  void cut(const Window& w);
  // Whether elements stay what they are, and none of them lies outside.
  bool moves_only() const;
};

// Elements are converted as windows do, or, with `scale`, multiplied and added to.
void copy_axes(Run& run, std::vector<AxesCopy>& copies, bool scale = false);

}  // namespace hr::gpu
