// sphere, water, jitter on the GPU.
#include "operators/geometry/displace.h"

#include <algorithm>

#include "operators/geometry/sampling.gpu.h"

namespace hr::gpu::displace_kernel {
namespace {

using More = std::string (*)(const Spec&, const View*, int);

Axes axes(const Spec&, int, int ndim) { return sampled_axes(0, 2, ndim); }

std::string more(const DisplaceArgs& a, const char* kind) {
  return sampler_arguments(a.interp, SamplerBorder::constant) + ", " + kind;
}

std::string more_sphere(const DisplaceArgs& a, const Spec&, const View*, int) {
  return more(a, "kSphere");
}
std::string more_water(const WaterArgs& a, const Spec&, const View*, int) {
  return more(a.all, "kWater");
}
std::string more_jitter(const JitterArgs& a, const Spec&, const View*, int) {
  return more(a.all, "kJitter");
}

hrk::DisplaceParams& common(const DisplaceArgs& a, const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::DisplaceParams*>(to);
  pack_source(s, a.fill_value, p.source);
  p.mask = a.mask;
  return p;
}

void pack_sphere(const DisplaceArgs& a, const StepSample& s, void* to) {
  auto& p = common(a, s, to);
  p.a[0] = static_cast<float>(p.source.ny) / 2;
  p.a[1] = static_cast<float>(p.source.nx) / 2;
  p.a[2] = static_cast<float>(std::max(std::max(p.source.ny, p.source.nx) / 2, 1));
}

void pack_water(const WaterArgs& a, const StepSample& s, void* to) {
  const float waves[] = {a.ampl_x, a.ampl_y, a.freq_x, a.freq_y, a.phase_x, a.phase_y};
  std::copy(std::begin(waves), std::end(waves), common(a.all, s, to).a);
}

void pack_jitter(const JitterArgs& a, const StepSample& s, void* to) {
  auto& p = common(a.all, s, to);
  p.seed = s.args.key().seed;
  p.position = s.args.key().position;
  p.sample = static_cast<unsigned>(s.args.sample());
  p.a[0] = static_cast<float>(a.degree);
}

GpuKernel displace(More more, void (*pack)(const StepSample&, void*)) {
  return {.file = "operators/geometry/displace.cuh",
          .type = "Displace",
          .more = more,
          .params = sizeof(hrk::DisplaceParams),
          .pack = pack,
          .axes = axes,
          .reads = Reads::many,
          .shares = Shares::beside,
          .least_blocks = [](const Spec&) { return 4; }};
}

const Entry entries[] = {Entry{"sphere", displace(typed<more_sphere>, typed<pack_sphere>)},
                         Entry{"water", displace(typed<more_water>, typed<pack_water>)},
                         Entry{"jitter", displace(typed<more_jitter>, typed<pack_jitter>)}};

}  // namespace
}  // namespace hr::gpu::displace_kernel
