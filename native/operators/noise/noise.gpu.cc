// noise on the GPU.
#include "operators/noise/noise.h"

#include "gpu/kernel.h"
#include "operators/noise/noise_params.cuh"

namespace hr::gpu::noise_kernel {
namespace {

// Maps positions in the chain to element indices.
hrk::PlaceParams place(const StepSample& s) {
  hrk::PlaceParams p{};
  const Shape& shape = s.out[0].shape;
  p.first = s.args.frame() * shape.volume();
  const Axes& a = s.out_axes;
  if (a == Axes{}) return p;
  auto step = [&](int axis) { return axis < 0 ? int64_t{0} : shape.volume(axis + 1); };
  p.sz = step(a.z);
  p.sy = step(a.y);
  p.sx = s.channels > 1 ? step(a.c) : step(a.x);
  p.sc = s.channels > 1 ? 0 : step(a.c);
  if (!p.sx) p.sx = 1;  // no columns: x is always 0
  return p;
}

hrk::NoiseParams& common(const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::NoiseParams*>(to);
  p.place = place(s);
  p.key = {s.args.key().seed, s.args.key().position, static_cast<uint32_t>(s.args.sample()), 0};
  return p;
}

void pack_gaussian(const NoiseGaussianArgs& a, const StepSample& s, void* to) {
  auto& p = common(s, to);
  p.mean = finite("mean", a.mean);
  p.deviation = finite("stddev", a.stddev);
}

void pack_shot(const NoiseShotArgs& a, const StepSample& s, void* to) {
  common(s, to).factor = static_cast<double>(finite("factor", a.factor));
}

void pack_salt_and_pepper(const SaltAndPepperArgs& a, const StepSample& s, void* to) {
  auto& p = common(s, to);
  SaltAndPepperCall call(a, s.out[0].shape, s.args.spec().outs[0].ndim, s.out[0].dtype);
  p.salt = call.salt;
  p.noise = call.noise;
  p.channels = call.channels;
  p.inner = call.inner;
  p.pepper_bits = call.values[0];
  p.salt_bits = call.values[1];
}

GpuKernel noise(const char* type, void (*pack)(const StepSample&, void*)) {
  return {.file = "operators/noise/noise.cuh",
          .type = type,
          .params = sizeof(hrk::NoiseParams),
          .pack = pack,
          .vector = false};
}

const Entry gaussian{"noise_gaussian", noise("GaussianNoise", typed<pack_gaussian>)};
const Entry shot{"noise_shot", noise("ShotNoise", typed<pack_shot>)};
const Entry salt_and_pepper{"noise_salt_and_pepper",
                            noise("SaltAndPepper", typed<pack_salt_and_pepper>)};

}  // namespace
}  // namespace hr::gpu::noise_kernel
