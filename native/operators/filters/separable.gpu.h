// Sums of separable convolutions on the GPU.
#pragma once
#include "gpu/kernel.h"
#include "operators/filters/filters.h"

namespace hr::gpu {

using AxesOf = SpatialAxes (*)(const Args&);
using TermsOf = int (*)(const Args&, const Shape&, std::vector<float>& memory, SeparableTerm*);

void run_separable(Run& run, AxesOf axes_of, TermsOf terms_of);

}  // namespace hr::gpu
