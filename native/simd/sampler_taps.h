// Sampler positions: integer and fractional parts, border modes, filter weights.
#pragma once
#include <cstdint>

#include "simd/float_math.h"
#include "simd/sampler.h"

namespace hr::HR_ISA {
namespace {

constexpr float kFar = 1e9f;  // positions are clamped to ±kFar

// Splits positions into pixel indices (floor) and fractions.
inline void split(const float* __restrict in, float shift, int n, int32_t* __restrict whole,
                  float* __restrict rest) {
  for (int i = 0; i < n; i++) {
    float v = in[i] - shift;
    v = v > -kFar ? v : -kFar;  // NaN too
    v = v < kFar ? v : kFar;
    int32_t k = static_cast<int32_t>(v);
    k -= static_cast<float>(k) > v ? 1 : 0;
    whole[i] = k;
    rest[i] = v - static_cast<float>(k);
  }
}

// Maps index i of an axis of n pixels into range; -1: fill value.
inline int64_t border_index(int64_t i, int64_t n, SamplerBorder border) {
  if (i >= 0 && i < n) return i;
  auto modulo = [](int64_t a, int64_t period) {
    int64_t r = a % period;
    return r < 0 ? r + period : r;
  };
  switch (border) {
    case SamplerBorder::replicate:
      return i < 0 ? 0 : n - 1;
    case SamplerBorder::reflect: {
      int64_t r = modulo(i, 2 * n);
      return r < n ? r : 2 * n - 1 - r;
    }
    case SamplerBorder::reflect_101: {
      if (n == 1) return 0;
      int64_t r = modulo(i, 2 * n - 2);
      return r < n ? r : 2 * n - 2 - r;
    }
    case SamplerBorder::wrap:
      return modulo(i, n);
    default:
      return -1;
  }
}

// Weights of the four pixels around a position, t right of the second: Keys' cubic with a = -0.75.
struct Cubic {
  static constexpr int kTaps = 4;
  static void weights(float t, float* w) {
    constexpr float a = -0.75f;
    float l = t + 1.0f, r = 1.0f - t;
    w[0] = ((a * l - 5.0f * a) * l + 8.0f * a) * l - 4.0f * a;
    w[1] = ((a + 2.0f) * t - (a + 3.0f)) * t * t + 1.0f;
    w[2] = ((a + 2.0f) * r - (a + 3.0f)) * r * r + 1.0f;
    w[3] = 1.0f - w[0] - w[1] - w[2];
  }
};

// Weights of the six pixels around a position: Lanczos window of size 3, from a table.
struct Lanczos3 {
  static constexpr int kTaps = 6, kSteps = 1024;

  static void weights(float t, float* w) {
    static const Lanczos3 table;
    float at = t * kSteps;
    int i = static_cast<int>(at);
    i = i < kSteps ? i : kSteps - 1;
    float part = at - static_cast<float>(i);
    const float *a = table.entries[i], *b = table.entries[i + 1];
    for (int k = 0; k < kTaps; k++) w[k] = a[k] + (b[k] - a[k]) * part;
  }

 private:
  float entries[kSteps + 1][kTaps];

  Lanczos3() {
    for (int i = 0; i <= kSteps; i++) {
      float value[kTaps], sum = 0.0f;
      for (int k = 0; k < kTaps; k++) {
        value[k] = window(static_cast<float>(i) / kSteps + static_cast<float>(2 - k));
        sum += value[k];
      }
      for (int k = 0; k < kTaps; k++) entries[i][k] = value[k] / sum;
    }
  }
  static float window(float d) {
    constexpr float kPi = 3.14159265f;
    if (d == 0.0f) return 1.0f;
    if (d <= -3.0f || d >= 3.0f) return 0.0f;
    float a = kPi * d;
    return sin_float(a, 0) * sin_float(a / 3.0f, 0) * 3.0f / (a * a);
  }
};

}  // namespace
}  // namespace hr::HR_ISA
