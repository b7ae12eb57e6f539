// grid_mask on the GPU.
#include "operators/geometry/grid_mask.h"

#include "gpu/kernel.h"
#include "operators/geometry/grid_mask_params.cuh"

namespace hr::gpu {
namespace {

Axes axes(const Spec& spec, int, int ndim) {
  int rows = static_cast<int>(spec.consts[grid_mask::kRows].i[0]);
  return with_channels({-1, rows, rows + 1}, ndim);
}

void pack(const StepSample& s, void* to) {
  grid_mask::Grid g(s.args);
  *static_cast<hrk::GridMaskParams*>(to) = {g.ratio,   g.cosine,   g.sine, g.shift_x,
                                            g.shift_y, s.channels, {}};
}

const Entry entry{"grid_mask",
                  {.file = "operators/geometry/grid_mask.cuh",
                   .type = "GridMask",
                   .params = sizeof(hrk::GridMaskParams),
                   .pack = pack,
                   .axes = axes}};

}  // namespace
}  // namespace hr::gpu
