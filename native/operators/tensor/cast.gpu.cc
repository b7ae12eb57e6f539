// cast on the GPU.
#include "gpu/kernel.h"

namespace hr::gpu::cast_kernel {
namespace {

const Entry cast{"cast", {.file = "operators/tensor/cast.cuh", .type = "Cast"}};

}  // namespace
}  // namespace hr::gpu::cast_kernel
