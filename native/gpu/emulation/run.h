// Runs a kernel for all blocks and threads. Included after the kernel's source.
#pragma once
#include <pthread.h>
#ifdef HR_COOPERATIVE
#include "gpu/emulation/fibers.h"
#endif

namespace hr_emulation {

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;  // __shared__ is static

template <class F>
void for_each(dim3 size, uint3& at, F f) {
  for (at.z = 0; at.z < size.z; at.z++)
    for (at.y = 0; at.y < size.y; at.y++)
      for (at.x = 0; at.x < size.x; at.x++) f();
}

template <class Launch>
void run(void (*kernel)(Launch), const void* launch) {
  Launch copy;
  __builtin_memcpy(&copy, launch, sizeof(copy));
#ifdef HR_COOPERATIVE
  Blocks blocks([&] { kernel(copy); });
  for_each(gridDim, blockIdx, [&] { blocks.run(); });
#else
  for_each(gridDim, blockIdx, [&] { for_each(blockDim, threadIdx, [&] { kernel(copy); }); });
#endif
}

}  // namespace hr_emulation

extern "C" __attribute__((visibility("default"))) void hr_emulate(const unsigned grid[3],
                                                                  const unsigned block[3],
                                                                  const void* launch) {
  pthread_mutex_lock(&hr_emulation::one_at_a_time);
  gridDim = dim3(grid[0], grid[1], grid[2]);
  blockDim = dim3(block[0], block[1], block[2]);
  hr_emulation::run(kernel, launch);
  pthread_mutex_unlock(&hr_emulation::one_at_a_time);
}
