// Division by divisors known on the host.
#pragma once
#include "gpu/device/divide_params.cuh"
#include "gpu/device/types.cuh"

__device__ inline u32 divide_short(const Divider& d, u32 n) {  // n below 2^31
  return (__umulhi(n, d.mul) + n) >> d.shift;
}

__device__ inline i64 divide(const Divider& d, i64 n) {
  if (n >> 31) return n / d.by;
  return (i64)divide_short(d, (u32)n);
}

// Memory offset of linear index `at` over n axes, last axis fastest.
__device__ inline i64 offset_at(const Divider* size, const i64* step, int n, i64 at) {
  i64 offset = 0;
  for (int d = n - 1; d > 0; d--) {
    i64 rest = divide(size[d], at);
    offset += (at - rest * size[d].by) * step[d];
    at = rest;
  }
  return n > 0 ? offset + at * step[0] : 0;
}
