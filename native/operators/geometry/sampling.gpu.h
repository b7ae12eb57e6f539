// What the GPU sides of rotate, warps, remap and displacements share.
#pragma once
#include "gpu/kernel.h"
#include "operators/geometry/sampler_params.cuh"
#include "operators/geometry/warp_rows.h"

namespace hr::gpu {

// Axes of a value whose first of `spatial` axes is `first`. Channels lie behind them; or, of values
// that have none there, in front.
Axes sampled_axes(int first, int spatial, int ndim);

// Template arguments behind the inputs: filter, border, dimensions.
std::string sampler_arguments(SamplerFilter interp, SamplerBorder border, int spatial = 2);

// GpuKernel::least_blocks: images take few registers, and many threads hide how long loads take.
int sampler_blocks(int spatial);

// Sizes of input 0, and the fill value: no number (zero), one, or one for each channel.
void pack_source(const StepSample& s, const List<double>& fill, hrk::SamplerParams& p);
void pack_fill(const List<double>& fill, DType from, DType to, int channels, bool whole,
               hrk::SamplerParams& p);
void pack_affine(const AffineMap& map, hrk::AffineParams& p);

}  // namespace hr::gpu
