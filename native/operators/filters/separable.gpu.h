// Sums of separable convolutions on the GPU.
#pragma once
#include "gpu/kernel.h"
#include "numerics/convolve.h"

namespace hr::gpu {

using FilterOf = SeparableFilter (*)(const StepSample&, std::vector<float>& memory);

void run_separable(Run& run, FilterOf filter_of);

}  // namespace hr::gpu
