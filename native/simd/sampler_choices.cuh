// How the sampler mixes pixels, and what lies outside of an image: for the CPU, the GPU and Python.
#pragma once
#include "base/enum.cuh"

namespace hrk {

HR_ENUM(SamplerFilter, nn, linear, cubic, lanczos3);

// Outside: one colour, the nearest pixel, a mirror image with and without the outermost pixel
// repeated, the other side.
HR_ENUM(SamplerBorder, constant, replicate, reflect, reflect_101, wrap);

}  // namespace hrk
