// debayer on the GPU.
#include "gpu/kernel.h"
#include "operators/color/debayer_params.cuh"

namespace hr::gpu {
namespace {

enum { kBluePosition, kAlgorithm };  // as in kernels/debayer.cc

// The mosaic may have an axis of one channel; images always have one.
Axes axes(const Spec&, int, int ndim) { return {-1, 0, 1, ndim > 2 ? 2 : -1}; }

std::string more(const Spec& spec, const View*, int) {
  return ", " + std::to_string(spec.consts[kAlgorithm].i[0]);
}

void pack(const StepSample& s, void* to) {
  const Shape& in = s.in[0].shape;
  *static_cast<hrk::DebayerParams*>(to) = {static_cast<int>(in[0]), static_cast<int>(in[1]),
                                           static_cast<int>(1 - s.args.i_cast(kBluePosition, 0)),
                                           static_cast<int>(1 - s.args.i_cast(kBluePosition, 1))};
}

const Entry debayer{"debayer",
                    {.file = "operators/color/debayer.cuh",
                     .type = "Debayer",
                     .more = more,
                     .params = sizeof(hrk::DebayerParams),
                     .pack = pack,
                     .axes = axes,
                     .reads = Reads::many,
                     .whole_pixels = true}};

}  // namespace
}  // namespace hr::gpu
