// gaussian_blur on the GPU.
#include "operators/filters/gaussian_blur.h"
#include "operators/filters/separable.gpu.h"

namespace hr::gpu::gaussian_blur_kernel {
namespace {

SeparableFilter filter_of(const GaussianBlurArgs& a, const StepSample& s,
                          std::vector<float>& memory) {
  return gaussian_filter(a, s.in[0].shape, memory);
}

void run(Run& run) { run_separable(run, typed<filter_of>); }

const Entry entry{"gaussian_blur", {.run = run}};

}  // namespace
}  // namespace hr::gpu::gaussian_blur_kernel
