// remap: the maps are inputs 1 and 2.
#include "operators/geometry/remap.h"

#include "operators/geometry/sampling.gpu.h"

namespace hr::gpu::remap_kernel {
namespace {

Axes axes(const RemapArgs& a, const Spec&, int input, int ndim) {
  if (input > 0) return with_channels({-1, 0, 1}, ndim);
  return sampled_axes(a.sampled.first, a.sampled.spatial, ndim);
}

std::string more(const RemapArgs& a, const Spec&, const View*, int) {
  return sampler_arguments(a.sampled.interp, SamplerBorder::constant);
}

void pack(const RemapArgs& a, const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::RemapParams*>(to);
  pack_source(s, {}, p.source);
  p.map_x = reinterpret_cast<uint64_t>(s.in[1].data);
  p.map_y = reinterpret_cast<uint64_t>(s.in[2].data);
  p.columns = s.size(s.out[0], s.out_axes.x);
  p.shift = a.center ? 0.5f : 0.0f;
}

const GpuKernel remap{.file = "operators/geometry/remap.cuh",
                      .type = "Remap",
                      .more = typed<more>,
                      .params = sizeof(hrk::RemapParams),
                      .pack = typed<pack>,
                      .axes = typed<axes>,
                      .reads = Reads::many,
                      .shares = Shares::beside,
                      .least_blocks = [](const Spec&) { return 4; }};

const Entry entries[] = {Entry{"remap", remap}, Entry{"remap_axes", remap}};

}  // namespace
}  // namespace hr::gpu::remap_kernel
