// Random numbers by element, with the arithmetic of simd/random.h. Numbers computed from integers,
// floats and polynomials are bit-identical with the CPU's.
#pragma once
#include "gpu/device/philox.cuh"
#include "operators/random/random_params.cuh"

inline constexpr int kLanes = 16, kGroup = 64;  // see Note [Elements and words] there

__device__ inline uint4 block_at(const RandomKeyParams& k, u32 block) {
  return philox(k.seed, k.position, k.sample, block);
}
__device__ inline u32 block_of(i64 e) { return (u32)((u64)e / kGroup * kLanes + (u64)e % kLanes); }
__device__ inline int word_of(i64 e) { return (int)((u64)e % kGroup / kLanes); }
__device__ inline u32 word(const uint4& w, int k) {
  return k == 0 ? w.x : k == 1 ? w.y : k == 2 ? w.z : w.w;
}
__device__ inline u32 word_at(const RandomKeyParams& k, i64 e) {
  return word(block_at(k, block_of(e)), word_of(e));
}

// The key of an independent stream of numbers.
__device__ inline RandomKeyParams other(const RandomKeyParams& k, u32 which) {
  uint4 w = philox(k.seed, k.position, 0xFFFFFFFDu, which);
  RandomKeyParams r = k;
  r.seed = (u64)w.x << 32 | w.y;
  r.position = (u64)w.z << 32 | w.w;
  return r;
}

// [0, 1) with 24 and 53 bits.
__device__ inline float unit(u32 w) { return (float)(w >> 8) * 0x1p-24f; }
__device__ inline double unit64(u32 a, u32 b) {
  return (double)(((u64)a << 32 | b) >> 11) * 0x1p-53;
}
// (0, 1), excluding both ends.
__device__ inline double open_unit(u32 w) {
  return (double)(i32)(w ^ 0x80000000u) * 0x1p-32 + (0.5 + 0x1p-33);
}

// ln(x) for x in (0, 1], to float precision.
__device__ inline float log_unit(float x) {
  u32 bits = __float_as_uint(x), steps = bits - 0x3F3504F3u;
  float exponent = (float)((i32)steps >> 23);
  float m = __uint_as_float(bits - (steps & 0xFF800000u));
  float s = (m - 1.0f) / (m + 1.0f), z = s * s;
  float p = 2.0f / 9.0f;
  p = p * z + 2.0f / 7.0f;
  p = p * z + 2.0f / 5.0f;
  p = p * z + 2.0f / 3.0f;
  p = p * z + 2.0f;
  return exponent * 0.693147181f + p * s;
}

// Two words → two normal numbers, by the Box-Muller method.
__device__ inline void box_muller(u32 a, u32 b, float& x, float& y) {
  float u = (float)(i32)(a >> 1) * 0x1p-31f + 0x1p-32f;
  float radius = sqrtf(-2.0f * log_unit(u));
  float t = (float)(i32)(b & 0x1FFFFFFFu) * (0.785398163f * 0x1p-29f);
  float z = t * t;
  float s = 1.0f / 362880.0f;
  s = s * z - 1.0f / 5040.0f;
  s = s * z + 1.0f / 120.0f;
  s = s * z - 1.0f / 6.0f;
  s = s * z * t + t;
  float c = 1.0f / 40320.0f;
  c = c * z - 1.0f / 720.0f;
  c = c * z + 1.0f / 24.0f;
  c = c * z - 0.5f;
  c = c * z + 1.0f;
  bool swap = b & 0x20000000u;
  float p = radius * (swap ? s : c), q = radius * (swap ? c : s);
  x = __uint_as_float(__float_as_uint(p) ^ (b & 0x80000000u));
  y = __uint_as_float(__float_as_uint(q) ^ ((b << 1) & 0x80000000u));
}

__device__ inline float normal_at(const RandomKeyParams& key, i64 e) {
  uint4 w = block_at(key, block_of(e));
  int k = word_of(e);
  float x, y;
  box_muller(k & 2 ? w.z : w.x, k & 2 ? w.w : w.y, x, y);
  return k & 1 ? y : x;
}

// e^v with v clamped to [-limit, limit], limit at most 700; same as in simd/float_math.h.
__device__ inline double exp_wide(double v, double limit = 110.0) {
  constexpr double kLn2 = 0x1.62e42fefa39efp-1, kRound = 0x1.8p52;
  v = v < -limit ? -limit : v;
  v = v > limit ? limit : v;
  double shifted = v * 0x1.71547652b82fep+0 + kRound;
  double r = v - (shifted - kRound) * kLn2;
  double p = 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  p = p * r + 1.0;
  p = p * r + 1.0;
  return __longlong_as_double(
      (i64)((u64)__double_as_longlong(p) + ((u64)__double_as_longlong(shifted) << 52)));
}

// ln(x) of a positive finite number.
__device__ inline double log_wide(double x) {
  u64 bits = (u64)__double_as_longlong(x), steps = bits - 0x3FE6A09E667F3BCDull;
  double mantissa = __longlong_as_double((i64)(bits - (steps & 0xFFF0000000000000ull)));
  double exponent = (double)((i64)steps >> 52);
  double s = (mantissa - 1.0) / (mantissa + 1.0), z = s * s;
  double p = 2.0 / 15.0;
  p = p * z + 2.0 / 13.0;
  p = p * z + 2.0 / 11.0;
  p = p * z + 2.0 / 9.0;
  p = p * z + 2.0 / 7.0;
  p = p * z + 2.0 / 5.0;
  p = p * z + 2.0 / 3.0;
  p = p * z + 2.0;
  return exponent * 0x1.62e42fefa39efp-1 + p * s;
}
