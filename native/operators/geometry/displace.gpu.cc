// sphere, water, jitter.
#include <algorithm>

#include "operators/geometry/sampling.gpu.h"

namespace hr::gpu {
namespace {

enum { kMask, kFill, kInterp, kDegree };  // as in kernels/displace.cc
constexpr int kAmplX = 3;                 // water's first argument of six

Axes axes(const Spec&, int, int ndim) { return sampled_axes(0, 2, ndim); }

template <int Kind>
std::string more(const Spec& spec, const View*, int) {
  return sampler_arguments(static_cast<Interp>(spec.consts[kInterp].i[0]), Border::fill) + ", " +
         std::to_string(Kind);
}

hrk::DisplaceParams& common(const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::DisplaceParams*>(to);
  pack_source(s, kFill, p.source);
  p.mask = s.args.i(kMask) != 0;
  return p;
}

void pack_sphere(const StepSample& s, void* to) {
  auto& p = common(s, to);
  p.a[0] = static_cast<float>(p.source.ny) / 2;
  p.a[1] = static_cast<float>(p.source.nx) / 2;
  p.a[2] = static_cast<float>(std::max(std::max(p.source.ny, p.source.nx) / 2, 1));
}

void pack_water(const StepSample& s, void* to) {
  auto& p = common(s, to);
  for (int k = 0; k < 6; k++) p.a[k] = static_cast<float>(s.args.f(kAmplX + k));
}

void pack_jitter(const StepSample& s, void* to) {
  auto& p = common(s, to);
  p.seed = s.args.key().seed;
  p.position = s.args.key().position;
  p.sample = static_cast<unsigned>(s.args.sample());
  p.a[0] = static_cast<float>(s.args.i(kDegree));
}

template <int Kind>
GpuKernel displace(void (*pack)(const StepSample&, void*)) {
  return {.file = "operators/geometry/displace.cuh",
          .type = "Displace",
          .more = more<Kind>,
          .params = sizeof(hrk::DisplaceParams),
          .pack = pack,
          .axes = axes,
          .reads = Reads::many,
          .shares = Shares::beside,
          .least_blocks = [](const Spec&) { return 4; }};
}

const Entry entries[] = {Entry{"sphere", displace<0>(pack_sphere)},
                         Entry{"water", displace<1>(pack_water)},
                         Entry{"jitter", displace<2>(pack_jitter)}};

}  // namespace
}  // namespace hr::gpu
