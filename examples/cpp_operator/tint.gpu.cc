// tint on the GPU: packs the parameters of a sample, and names the device code.
#include "tint.h"
#include "tint_params.cuh"

namespace {

using namespace hr;

void pack(const TintArgs& a, const gpu::StepSample& s, void* to) {
  const std::vector<double> color = a.color.vector();
  *static_cast<TintParams*>(to) = {s.attach(color.data(), color.size() * sizeof(double)), a.amount,
                                   a.way == Way::darken, s.channels};
}

gpu::Axes axes(const Spec&, int, int) { return {.y = 0, .x = 1, .c = 2}; }

const plugin::OnGpu entry{"tint",
                          {.file = "tint.cuh",
                           .type = "Tint",
                           .params = sizeof(TintParams),
                           .pack = typed<pack>,
                           .axes = axes}};

}  // namespace
