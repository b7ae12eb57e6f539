// sin and cos of floats, bit-identical to the CPU (simd/float_math.h).
#pragma once
#include "gpu/device/types.cuh"

// sin(x + quarter · π / 2) for |x| ≤ 100,000.
__device__ constexpr float sine(float x, int quarter) {
  constexpr double kRound = 6755399441055744.0;  // 1.5 · 2^52: adding it rounds to an integer
  double v = x, turns = (v * 0x1.45f306dc9c883p-1 + kRound) - kRound;
  double r = (v - turns * 0x1.921fb544p+0) - turns * 0x1.0b4611a626331p-34, z = r * r;
  int q = (int)turns + quarter;
  double y = 0;
  if (q & 1) {
    double c = 1.0 / 479001600.0;
    c = c * z - 1.0 / 3628800.0;
    c = c * z + 1.0 / 40320.0;
    c = c * z - 1.0 / 720.0;
    c = c * z + 1.0 / 24.0;
    c = c * z - 0.5;
    y = c * z + 1.0;
  } else {
    double s = -1.0 / 39916800.0;
    s = s * z + 1.0 / 362880.0;
    s = s * z - 1.0 / 5040.0;
    s = s * z + 1.0 / 120.0;
    s = s * z - 1.0 / 6.0;
    y = s * z * r + r;
  }
  return (float)(q & 2 ? -y : y);
}
