// gaussian_blur on the GPU.
#include "operators/filters/separable.gpu.h"

namespace hr::gpu {
namespace {

void run(Run& run) { run_separable(run, gaussian_axes, gaussian_terms); }

const Entry entry{"gaussian_blur", {.run = run}};

}  // namespace
}  // namespace hr::gpu
