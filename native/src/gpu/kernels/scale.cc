#include "../../kernels/scale.h"

#include "headrace/gpu/kernel.h"
#include "params/scale.h"

namespace hr::gpu {
namespace {

void pack(const StepSample& s, void* to) {
  ScaleShift made = scale_shift_of(s.args, s.in[0].dtype, s.out[0].dtype);
  *static_cast<hrk::ScaleParams*>(to) = {made.mul, made.add};
}

const Entry scale_shift{
    "scale_shift",
    {.file = "scale.cuh", .type = "ScaleShift", .params = sizeof(hrk::ScaleParams), .pack = pack}};

}  // namespace
}  // namespace hr::gpu
