// Byte histograms in shared memory, and their prefix sums. Needs HR_COOPERATIVE.
#pragma once
#include "gpu/device/types.cuh"

constexpr int kBins = 256;

// Adjacent threads often have equal values: they count in different copies to avoid contention.
constexpr int kCopies = 8;

template <int C>
struct Counts {
  u32 v[C * kBins * kCopies];

  __device__ void clear() {
    for (int e = (int)threadIdx.x; e < C * kBins * kCopies; e += (int)blockDim.x) v[e] = 0;
  }
  __device__ void add(int channel, u32 value) {
    atomicAdd(&v[(channel * kBins + value) * kCopies + threadIdx.x % kCopies], 1u);
  }
  // Sum over all copies; e = channel * kBins + value. The order avoids bank conflicts.
  __device__ u32 total(int e) const {
    u32 sum = 0;
#pragma unroll
    for (int k = 0; k < kCopies; k++) sum += v[e * kCopies + (k + (e >> 2)) % kCopies];
    return sum;
  }
};

// Prefix sums of the histograms in sums[0], in place; overwrites sums[1]. All threads of the block
// must call it, and all see the result.
template <int C>
__device__ inline void accumulate(u32 (*sums)[C * kBins]) {
  static_assert(kBins == 1 << 8, "an even number of steps, so that the result is in sums[0]");
#pragma unroll
  for (int k = 0; k < 8; k++) {
    const u32* from = sums[k % 2];
    u32* to = sums[1 - k % 2];
    __syncthreads();
    for (int e = (int)threadIdx.x; e < C * kBins; e += (int)blockDim.x)
      to[e] = from[e] + (e % kBins >= 1 << k ? from[e - (1 << k)] : 0);
  }
  __syncthreads();
}
