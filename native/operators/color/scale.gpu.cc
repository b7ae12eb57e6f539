// scale on the GPU.
#include "operators/color/scale.h"

#include "gpu/kernel.h"
#include "operators/color/scale_params.cuh"

namespace hr::gpu::scale_kernel {
namespace {

void pack(const ScaleShiftArgs& a, const StepSample& s, void* to) {
  ScaleShift made = scale_shift_of(a, s.in[0].dtype, s.out[0].dtype);
  *static_cast<hrk::ScaleParams*>(to) = {made.mul, made.add};
}

const Entry scale_shift{"scale_shift",
                        {.file = "operators/color/scale.cuh",
                         .type = "ScaleShift",
                         .params = sizeof(hrk::ScaleParams),
                         .pack = typed<pack>}};

}  // namespace
}  // namespace hr::gpu::scale_kernel
