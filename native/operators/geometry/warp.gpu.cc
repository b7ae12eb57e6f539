// warp_affine, warp_perspective.
#include "operators/geometry/sampling.gpu.h"

namespace hr::gpu {
namespace {

// As in kernels/warp.cc.
enum { kMatrix, kSize, kFill, kInterp, kBorder, kInverse, kFirst, kSpatial };

int constant(const Spec& spec, int k) { return static_cast<int>(spec.consts[k].i[0]); }

Axes axes(const Spec& spec, int, int ndim) {
  return sampled_axes(constant(spec, kFirst), constant(spec, kSpatial), ndim);
}

int blocks(const Spec& spec) { return sampler_blocks(constant(spec, kSpatial)); }

std::string more(const Spec& spec, const View*, int) {
  return sampler_arguments(static_cast<Interp>(constant(spec, kInterp)),
                           static_cast<Border>(constant(spec, kBorder)), constant(spec, kSpatial));
}

void pack_affine_step(const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::AffineParams*>(to);
  pack_source(s, kFill, p.source);
  pack_affine(s.st<AffineMap>(), p);
}

void pack_perspective(const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::PerspectiveParams*>(to);
  pack_source(s, kFill, p.source);
  std::memcpy(p.m, s.st<Homography>().m, sizeof p.m);
}

const GpuKernel affine{.file = "operators/geometry/warp.cuh",
                       .type = "Affine",
                       .more = more,
                       .params = sizeof(hrk::AffineParams),
                       .pack = pack_affine_step,
                       .axes = axes,
                       .reads = Reads::many,
                       .shares = Shares::beside,
                       .least_blocks = blocks};
const GpuKernel perspective{.file = "operators/geometry/warp.cuh",
                            .type = "Perspective",
                            .more = more,
                            .params = sizeof(hrk::PerspectiveParams),
                            .pack = pack_perspective,
                            .axes = axes,
                            .reads = Reads::many,
                            .shares = Shares::beside,
                            .least_blocks = blocks};

const Entry entries[] = {Entry{"warp_affine", affine}, Entry{"warp_affine_axes", affine},
                         Entry{"warp_perspective", perspective},
                         Entry{"warp_perspective_axes", perspective}};

}  // namespace
}  // namespace hr::gpu
