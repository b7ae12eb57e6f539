// laplacian on the GPU.
#include "operators/filters/laplacian.h"
#include "operators/filters/separable.gpu.h"

namespace hr::gpu::laplacian_kernel {
namespace {

SeparableFilter filter_of(const LaplacianArgs& a, const StepSample& s, std::vector<float>& memory) {
  return laplacian_filter(a, s.in[0].shape, memory);
}

void run(Run& run) { run_separable(run, typed<filter_of>); }

const Entry entry{"laplacian", {.run = run}};

}  // namespace
}  // namespace hr::gpu::laplacian_kernel
