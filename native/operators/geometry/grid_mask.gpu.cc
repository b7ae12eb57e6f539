// grid_mask on the GPU.
#include "operators/geometry/grid_mask.h"

#include "gpu/kernel.h"
#include "operators/geometry/grid_mask_params.cuh"

namespace hr::gpu::grid_mask_kernel {
namespace {

Axes axes(const GridMaskArgs& a, const Spec&, int, int ndim) {
  return with_channels({-1, a.rows, a.rows + 1}, ndim);
}

void pack(const GridMaskArgs& a, const StepSample& s, void* to) {
  grid_mask::Grid g(a);
  *static_cast<hrk::GridMaskParams*>(to) = {g.ratio,   g.cosine,   g.sine, g.shift_x,
                                            g.shift_y, s.channels, {}};
}

const Entry entry{"grid_mask",
                  {.file = "operators/geometry/grid_mask.cuh",
                   .type = "GridMask",
                   .params = sizeof(hrk::GridMaskParams),
                   .pack = typed<pack>,
                   .axes = typed<axes>}};

}  // namespace
}  // namespace hr::gpu::grid_mask_kernel
