#include "headrace/gpu/kernel.h"

namespace hr::gpu {
namespace {

const Entry cast{"cast", {.file = "cast.cuh", .type = "Cast"}};

}  // namespace
}  // namespace hr::gpu
