// debayer on the GPU.
#include "operators/color/debayer.h"

#include "gpu/kernel.h"

namespace hr::gpu::debayer_kernel {
namespace {

// The mosaic may have a channel axis of one; the output always has a channel axis.
Axes axes(const Spec&, int, int ndim) { return {-1, 0, 1, ndim > 2 ? 2 : -1}; }

std::string more(const DebayerArgs& a, const Spec&, const View*, int) {
  return ", DebayerAlgorithm::" + std::string(choice_name(a.algorithm));
}

void pack(const DebayerArgs& a, const StepSample& s, void* to) {
  const Shape& in = s.in[0].shape;
  *static_cast<hrk::DebayerParams*>(to) = {static_cast<int>(in[0]), static_cast<int>(in[1]),
                                           static_cast<int>(1 - a.blue_position.broadcast(0)),
                                           static_cast<int>(1 - a.blue_position.broadcast(1))};
}

const Entry debayer{"debayer",
                    {.file = "operators/color/debayer.cuh",
                     .type = "Debayer",
                     .more = typed<more>,
                     .params = sizeof(hrk::DebayerParams),
                     .pack = typed<pack>,
                     .axes = axes,
                     .reads = Reads::many,
                     .whole_pixels = true}};

}  // namespace
}  // namespace hr::gpu::debayer_kernel
