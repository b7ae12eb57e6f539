#include "params/flip.h"
#include "headrace/gpu/kernel.h"

namespace hr::gpu {
namespace {

enum { kHorizontal, kVertical, kDepthwise, kAxes };  // as in kernels/flip.cc

Axes axes(const Spec& spec, int, int ndim) {
  const auto& at = spec.consts[kAxes].i;
  return with_channels({static_cast<int>(at[2]), static_cast<int>(at[1]), static_cast<int>(at[0])},
                       ndim);
}

void pack(const StepSample& s, void* to) {
  hrk::FlipParams& p = *static_cast<hrk::FlipParams*>(to);
  p.nz = s.size(s.out[0], s.out_axes.z);
  p.ny = s.size(s.out[0], s.out_axes.y);
  p.nx = s.size(s.out[0], s.out_axes.x);
  p.mz = s.out_axes.z >= 0 && s.args.i(kAxes, 2) >= 0 && s.args.i(kDepthwise);
  p.my = s.args.i(kAxes, 1) >= 0 && s.args.i(kVertical);
  p.mx = s.args.i(kAxes, 0) >= 0 && s.args.i(kHorizontal);
  p.channels = s.channels;
}

const Entry flip{"flip",
                 {.file = "flip.cuh",
                  .type = "Flip",
                  .params = sizeof(hrk::FlipParams),
                  .pack = pack,
                  .axes = axes,
                  .reads = Reads::moved}};

}  // namespace
}  // namespace hr::gpu
