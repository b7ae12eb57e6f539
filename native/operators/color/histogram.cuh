// Histograms of bytes in shared memory, and running sums of them. Needs HR_COOPERATIVE.
#pragma once
#include "gpu/device/types.cuh"

constexpr int kBins = 256;

// Neighbouring threads count in different copies: they often have equal values, and would wait.
constexpr int kCopies = 8;

// Histograms of C channels.
template <int C>
struct Counts {
  u32 v[C * kBins * kCopies];

  __device__ void clear() {
    for (int e = (int)threadIdx.x; e < C * kBins * kCopies; e += (int)blockDim.x) v[e] = 0;
  }
  __device__ void add(int channel, u32 value) {
    atomicAdd(&v[(channel * kBins + value) * kCopies + threadIdx.x % kCopies], 1u);
  }
  // Of all copies; e = channel * kBins + value. The order keeps a warp's accesses apart.
  __device__ u32 total(int e) const {
    u32 sum = 0;
#pragma unroll
    for (int k = 0; k < kCopies; k++) sum += v[e * kCopies + (k + (e >> 2)) % kCopies];
    return sum;
  }
};

// Running sums of the histograms in sums[0], in place; sums[1] is overwritten. All threads call it,
// and see the result.
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
