// color_matrix on the GPU.
#include "operators/color/color_matrix.h"

#include "operators/color/pixels.gpu.h"

namespace hr::gpu::color_matrix_kernel {
namespace {

Axes axes(const Spec&, int, int ndim) { return channels_last(ndim); }

void pack(const ColorMatrixArgs& a, const StepSample& s, void* to) {
  pack_map(color_map(a, s.in[0].dtype), *static_cast<hrk::PixelMapParams*>(to));
}

const Entry color_matrix{"color_matrix",
                         {.file = "operators/color/color_matrix.cuh",
                          .type = "ColorMatrix",
                          .params = sizeof(hrk::PixelMapParams),
                          .pack = typed<pack>,
                          .axes = axes,
                          .whole_pixels = true,
                          .anywhere = true,
                          .least_blocks = [](const Spec&) { return 4; }}};

}  // namespace
}  // namespace hr::gpu::color_matrix_kernel
