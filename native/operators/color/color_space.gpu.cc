// color_space on the GPU.
#include "operators/color/color_space.h"

#include "operators/color/pixels.gpu.h"

namespace hr::gpu {
namespace {

enum { kFrom, kTo };  // as in kernels/color_space.cc

int space(const Spec& spec, int k) { return static_cast<int>(spec.consts[k].i[0]); }

ColorWay way(const Spec& spec) {
  return color_way(space(spec, kFrom), space(spec, kTo), spec.outs[0].dtype);
}

std::string more(const Spec& spec, const View*, int) {
  return ", " + std::to_string(static_cast<int>(way(spec)));
}

Axes axes(const Spec&, int, int ndim) { return channels_last(ndim); }

void pack(const StepSample& s, void* to) {
  const Spec& spec = s.args.spec();
  if (way(spec) < ColorWay::map) return;
  pack_map(color_space_map(space(spec, kFrom), space(spec, kTo), s.in[0].dtype),
           *static_cast<hrk::PixelMapParams*>(to));
}

const Entry entry{"color_space",
                  {.file = "operators/color/color_space.cuh",
                   .type = "ColorSpace",
                   .more = more,
                   .params = sizeof(hrk::PixelMapParams),
                   .pack = pack,
                   .axes = axes,
                   .whole_pixels = true,
                   .anywhere = true}};

}  // namespace
}  // namespace hr::gpu
