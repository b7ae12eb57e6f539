// hue_hsv on the GPU.
#include "operators/color/hue_hsv.h"

#include "operators/color/pixels.gpu.h"

namespace hr::gpu::hue_hsv_kernel {
namespace {

Axes axes(const Spec&, int, int ndim) { return channels_last(ndim); }

void pack(const HueHsvArgs& a, const StepSample&, void* to) {
  static_cast<hrk::HueHsvParams*>(to)->sixths = a.hue / 60.0f;
}

const Entry hue_hsv{"hue_hsv",
                    {.file = "operators/color/hue_hsv.cuh",
                     .type = "HueHsv",
                     .params = sizeof(hrk::HueHsvParams),
                     .pack = typed<pack>,
                     .axes = axes,
                     .whole_pixels = true,
                     .anywhere = true}};

}  // namespace
}  // namespace hr::gpu::hue_hsv_kernel
