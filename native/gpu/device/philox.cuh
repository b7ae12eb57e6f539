// Philox 4x32-10, as in base/rng.h: a pure function of (key, position, sample, block).
#pragma once
#include "gpu/device/types.cuh"

__device__ inline uint4 philox(u64 key, u64 hi, u32 sample, u32 block) {
  u32 k0 = (u32)key, k1 = (u32)(key >> 32);
  uint4 c;
  c.x = block, c.y = sample, c.z = (u32)hi, c.w = (u32)(hi >> 32);
#pragma unroll
  for (int r = 0; r < 10; r++) {
    u64 p0 = (u64)0xD2511F53u * c.x, p1 = (u64)0xCD9E8D57u * c.z;
    c.x = (u32)(p1 >> 32) ^ c.y ^ k0;
    c.z = (u32)(p0 >> 32) ^ c.w ^ k1;
    c.y = (u32)p1;
    c.w = (u32)p0;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}
