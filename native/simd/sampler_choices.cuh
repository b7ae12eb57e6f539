// Sampler filters and border modes, for the CPU, the GPU and Python.
#pragma once
#include "base/enum.cuh"

namespace hrk {

HR_ENUM(SamplerFilter, nn, linear, cubic, lanczos3);

// constant: fill colour; reflect: mirrored with the edge pixel repeated; reflect_101: without.
HR_ENUM(SamplerBorder, constant, replicate, reflect, reflect_101, wrap);

}  // namespace hrk
