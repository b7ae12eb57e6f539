// laplacian on the GPU.
#include "operators/filters/separable.gpu.h"

namespace hr::gpu {
namespace {

void run(Run& run) { run_separable(run, laplacian_axes, laplacian_terms); }

const Entry entry{"laplacian", {.run = run}};

}  // namespace
}  // namespace hr::gpu
