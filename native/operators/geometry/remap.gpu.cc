// remap: the maps are inputs 1 and 2.
#include "operators/geometry/sampling.gpu.h"

namespace hr::gpu {
namespace {

enum { kInterp, kCenter, kFirst, kSpatial };  // as in kernels/remap.cc

int constant(const Spec& spec, int k) { return static_cast<int>(spec.consts[k].i[0]); }

Axes axes(const Spec& spec, int input, int ndim) {
  if (input > 0) return with_channels({-1, 0, 1}, ndim);
  return sampled_axes(constant(spec, kFirst), constant(spec, kSpatial), ndim);
}

std::string more(const Spec& spec, const View*, int) {
  return sampler_arguments(static_cast<Interp>(constant(spec, kInterp)), Border::fill);
}

void pack(const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::RemapParams*>(to);
  pack_source(s, -1, p.source);
  p.map_x = reinterpret_cast<uint64_t>(s.in[1].data);
  p.map_y = reinterpret_cast<uint64_t>(s.in[2].data);
  p.columns = s.size(s.out[0], s.out_axes.x);
  p.shift = s.args.i(kCenter) ? 0.5f : 0.0f;
}

const GpuKernel remap{.file = "operators/geometry/remap.cuh",
                      .type = "Remap",
                      .more = more,
                      .params = sizeof(hrk::RemapParams),
                      .pack = pack,
                      .axes = axes,
                      .reads = Reads::many,
                      .shares = Shares::beside,
                      .least_blocks = [](const Spec&) { return 4; }};

const Entry entries[] = {Entry{"remap", remap}, Entry{"remap_axes", remap}};

}  // namespace
}  // namespace hr::gpu
