// Shared by the GPU versions of rotate, warp, remap and displacements.
#pragma once
#include "gpu/kernel.h"
#include "operators/geometry/sampler_params.cuh"
#include "operators/geometry/warp_rows.h"

namespace hr::gpu {

// Axes of a value with `spatial` axes from `first` on. Channels follow them, or else precede them.
Axes sampled_axes(int first, int spatial, int ndim);

// Template arguments after the inputs: filter, border, dimensions.
std::string sampler_arguments(SamplerFilter interp, SamplerBorder border, int spatial = 2);

// GpuKernel::least_blocks: images need few registers, and many threads hide load latency.
int sampler_blocks(int spatial);

// Sizes of input 0, and the fill value: none (zero), one, or one per channel.
void pack_source(const StepSample& s, const List<double>& fill, hrk::SamplerParams& p);
void pack_fill(const List<double>& fill, DType from, DType to, int channels, bool whole,
               hrk::SamplerParams& p);
void pack_affine(const AffineMap& map, hrk::AffineParams& p);

}  // namespace hr::gpu
