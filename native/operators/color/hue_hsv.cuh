// hue_hsv: rotates the hue of pixels in HSV, with the arithmetic of simd/pixel.cc.
#pragma once
#include "gpu/device/compose.cuh"
#include "gpu/device/real.cuh"
#include "operators/color/pixels_params.cuh"

__device__ inline float hsv_channel(float n, float hue, float v, float c) {
  float k = n + hue;
  k -= 6.0f * floorf(k * (1.0f / 6.0f));
  return v - c * fmaxf(fminf(fminf(k, 4.0f - k), 1.0f), 0.0f);
}

template <class T_, int N_, int At, class In>
struct HueHsv : Mapped<HueHsv<T_, N_, At, In>, T_, N_, In> {
  using Base = Mapped<HueHsv<T_, N_, At, In>, T_, N_, In>;
  float sixths;
  __device__ explicit HueHsv(const char* record)
      : Base(record), sixths(((const HueHsvParams*)(record + At))->sixths) {}
  __device__ Px<T_, N_> map(int, int, int, const Px<typename In::T, In::N>& p) const {
    float r = convert<float>(p.v[0]), g = convert<float>(p.v[1]), b = convert<float>(p.v[2]);
    float v = fmaxf(fmaxf(r, g), b), c = v - fminf(fminf(r, g), b);
    float per = 1.0f / (c > 0.0f ? c : 1.0f);
    float hue = v == r ? (g - b) * per : v == g ? 2.0f + (b - r) * per : 4.0f + (r - g) * per;
    hue += sixths;
    Px<T_, N_> made;
    made.v[0] = convert<T_>(hsv_channel(5.0f, hue, v, c));
    made.v[1] = convert<T_>(hsv_channel(3.0f, hue, v, c));
    made.v[2] = convert<T_>(hsv_channel(1.0f, hue, v, c));
    return made;
  }
};
