// What the GPU sides of rotate, warps, remap and displacements share.
#pragma once
#include "gpu/kernel.h"
#include "operators/geometry/sampler_params.cuh"
#include "operators/geometry/warp_rows.h"

namespace hr::gpu {

// Axes of a value whose first of `spatial` axes is `first`. Channels lie behind them; or, of values
// that have none there, in front: all but `lead` axes.
Axes sampled_axes(int first, int spatial, int ndim, int lead = 0);

// Template arguments behind the inputs: filter, border, dimensions.
std::string sampler_arguments(Interp interp, Border border, int spatial = 2);

// GpuKernel::least_blocks: images take few registers, and many threads hide how long loads take.
int sampler_blocks(int spatial);

// Sizes of input 0, and the fill value, which parameter `fill` holds (-1: zero).
void pack_source(const StepSample& s, int fill, hrk::SamplerParams& p);
void pack_fill(const Args& args, int fill, DType from, DType to, int channels, bool whole,
               hrk::SamplerParams& p);
void pack_affine(const AffineMap& map, hrk::AffineParams& p);

}  // namespace hr::gpu
