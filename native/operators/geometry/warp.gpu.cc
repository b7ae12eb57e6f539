// warp_affine, warp_perspective on the GPU.
#include "operators/geometry/warp.h"

#include "operators/geometry/sampling.gpu.h"

namespace hr::gpu::warp_kernel {
namespace {

Axes axes(const WarpArgs& a, const Spec&, int, int ndim) {
  return sampled_axes(a.sampled.first, a.sampled.spatial, ndim);
}

int blocks(const WarpArgs& a, const Spec&) { return sampler_blocks(a.sampled.spatial); }

std::string more(const WarpArgs& a, const Spec&, const View*, int) {
  return sampler_arguments(a.sampled.interp, a.border, a.sampled.spatial);
}

void pack_affine_step(const WarpArgs& a, const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::AffineParams*>(to);
  pack_source(s, a.fill(), p.source);
  pack_affine(s.st<AffineMap>(), p);
}

void pack_perspective(const WarpArgs& a, const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::PerspectiveParams*>(to);
  pack_source(s, a.fill(), p.source);
  std::memcpy(p.m, s.st<Homography>().m, sizeof p.m);
}

GpuKernel warp(const char* type, int params, void (*pack)(const StepSample&, void*)) {
  return {.file = "operators/geometry/warp.cuh",
          .type = type,
          .more = typed<more>,
          .params = params,
          .pack = pack,
          .axes = typed<axes>,
          .reads = Reads::many,
          .shares = Shares::beside,
          .least_blocks = typed<blocks>};
}
const GpuKernel affine = warp("Affine", sizeof(hrk::AffineParams), typed<pack_affine_step>);
const GpuKernel perspective =
    warp("Perspective", sizeof(hrk::PerspectiveParams), typed<pack_perspective>);

const Entry entries[] = {Entry{"warp_affine", affine}, Entry{"warp_affine_axes", affine},
                         Entry{"warp_perspective", perspective},
                         Entry{"warp_perspective_axes", perspective}};

}  // namespace
}  // namespace hr::gpu::warp_kernel
