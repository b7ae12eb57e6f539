// color_space on the GPU.
#include "operators/color/color_space.h"

#include "operators/color/pixels.gpu.h"

namespace hr::gpu::color_space_kernel {
namespace {

std::string more(const ColorSpaceArgs& a, const Spec& spec, const View*, int) {
  return ", " + std::to_string(static_cast<int>(color_way(a, spec.outs[0].dtype)));
}

Axes axes(const Spec&, int, int ndim) { return channels_last(ndim); }

void pack(const ColorSpaceArgs& a, const StepSample& s, void* to) {
  if (color_way(a, s.out[0].dtype) >= ColorWay::map)
    pack_map(color_space_map(a, s.in[0].dtype), *static_cast<hrk::PixelMapParams*>(to));
}

const Entry entry{"color_space",
                  {.file = "operators/color/color_space.cuh",
                   .type = "ColorSpace",
                   .more = typed<more>,
                   .params = sizeof(hrk::PixelMapParams),
                   .pack = typed<pack>,
                   .axes = axes,
                   .whole_pixels = true,
                   .anywhere = true}};

}  // namespace
}  // namespace hr::gpu::color_space_kernel
