// Weights of the pixels around a position, same as the CPU's (simd/sampler_taps.h).
#pragma once
#include "gpu/device/sine.cuh"
#include "simd/sampler_choices.cuh"

// Keys' cubic with a = -0.75; the position is t right of the second of four pixels.
struct CubicFilter {
  static constexpr int taps = 4;
  __device__ static void weights(float t, float* w) {
    constexpr float a = -0.75f;
    float l = t + 1.0f, r = 1.0f - t;
    w[0] = ((a * l - 5.0f * a) * l + 8.0f * a) * l - 4.0f * a;
    w[1] = ((a + 2.0f) * t - (a + 3.0f)) * t * t + 1.0f;
    w[2] = ((a + 2.0f) * r - (a + 3.0f)) * r * r + 1.0f;
    w[3] = 1.0f - w[0] - w[1] - w[2];
  }
};

struct LanczosTable {
  static constexpr int steps = 1024;
  float entries[steps + 1][6];
};

__device__ constexpr float lanczos_window(float d) {
  if (d == 0.0f) return 1.0f;
  if (d <= -3.0f || d >= 3.0f) return 0.0f;
  float a = 3.14159265f * d;
  return sine(a, 0) * sine(a / 3.0f, 0) * 3.0f / (a * a);
}

__device__ constexpr LanczosTable make_lanczos() {
  LanczosTable t{};
  for (int i = 0; i <= LanczosTable::steps; i++) {
    float sum = 0.0f;
    for (int k = 0; k < 6; k++) {
      t.entries[i][k] = lanczos_window((float)i / LanczosTable::steps + (float)(2 - k));
      sum += t.entries[i][k];
    }
    for (int k = 0; k < 6; k++) t.entries[i][k] = t.entries[i][k] / sum;
  }
  return t;
}

// A template, so that only kernels that use the table contain it.
template <int>
__device__ constexpr LanczosTable lanczos_table = make_lanczos();

// Six pixels; the position is t right of the third.
template <int Id>
struct LanczosFilter {
  static constexpr int taps = 6;
  __device__ static void weights(float t, float* w) {
    float at = t * LanczosTable::steps;
    int i = (int)at;
    i = i < LanczosTable::steps ? i : LanczosTable::steps - 1;
    float part = at - (float)i;
    const float *a = lanczos_table<Id>.entries[i], *b = lanczos_table<Id>.entries[i + 1];
#pragma unroll
    for (int k = 0; k < taps; k++) w[k] = a[k] + (b[k] - a[k]) * part;
  }
};
