// Sums of separable convolutions on the GPU.
#pragma once
#include "../../kernels/filters.h"
#include "headrace/gpu/kernel.h"

namespace hr::gpu {

using AxesOf = SpatialAxes (*)(const Args&);
using TermsOf = int (*)(const Args&, const Shape&, std::vector<float>& memory, SeparableTerm*);

void run_separable(Run& run, AxesOf axes_of, TermsOf terms_of);

}  // namespace hr::gpu
