// flip on the GPU.
#include "operators/geometry/flip.h"
#include "gpu/kernel.h"
#include "operators/geometry/flip_params.cuh"

namespace hr::gpu::flip_kernel {
namespace {

Axes axes(const FlipArgs& a, const Spec&, int, int ndim) {
  return with_channels({a.axes[2], a.axes[1], a.axes[0]}, ndim);
}

void pack(const FlipArgs& a, const StepSample& s, void* to) {
  hrk::FlipParams& p = *static_cast<hrk::FlipParams*>(to);
  p.nz = s.size(s.out[0], s.out_axes.z);
  p.ny = s.size(s.out[0], s.out_axes.y);
  p.nx = s.size(s.out[0], s.out_axes.x);
  p.mz = s.out_axes.z >= 0 && a.axes[2] >= 0 && a.depthwise;
  p.my = a.axes[1] >= 0 && a.vertical;
  p.mx = a.axes[0] >= 0 && a.horizontal;
  p.channels = s.channels;
}

const Entry flip{"flip",
                 {.file = "operators/geometry/flip.cuh",
                  .type = "Flip",
                  .params = sizeof(hrk::FlipParams),
                  .pack = typed<pack>,
                  .axes = typed<axes>,
                  .reads = Reads::moved}};

}  // namespace
}  // namespace hr::gpu::flip_kernel
