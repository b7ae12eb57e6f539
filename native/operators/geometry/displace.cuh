// sphere, water, jitter: move pixels by a formula.
#pragma once
#include "gpu/device/philox.cuh"
#include "operators/geometry/sampler.cuh"

enum { kSphere, kWater, kJitter };

template <class T_, int N_, int At, class In, SamplerFilter Filter, Bounds kBounds, int Spatial,
          int Kind>
struct Displace : Sampled<Displace<T_, N_, At, In, Filter, kBounds, Spatial, Kind>, T_, N_, At, In,
                          DisplaceParams, Filter, kBounds, Spatial> {
  using Base = Sampled<Displace, T_, N_, At, In, DisplaceParams, Filter, kBounds, Spatial>;
  using Base::Base;
  static constexpr int N = N_;
  using T = T_;
  static constexpr bool in_pairs = false;  // images with mask 0 are unchanged

  __device__ Px<T, N> px(int z, int y, int x) const {
    return this->p.mask ? Base::px(z, y, x) : this->in.px(z, y, x);
  }
  HR_RUN_BY_PIXEL

  __device__ Place place(int, int y, int x) const {
    const float* a = this->p.a;
    float fy = (float)y, fx = (float)x;
    if constexpr (Kind == kSphere) {
      float dy = fy + 0.5f - a[0], dx = fx + 0.5f - a[1];
      float scale = sqrtf(dx * dx + dy * dy) / a[2];
      return {a[1] + dx * scale, a[0] + dy * scale, 0.0f};
    } else if constexpr (Kind == kWater) {
      return {fx + a[0] * wave(a[2] * fy + a[4], 0), fy + a[1] * wave(a[3] * fx + a[5], 1), 0.0f};
    } else {
      u64 pixel = (u64)y * (u32)this->p.source.nx + (u32)x;
      uint4 words = philox(this->p.seed, this->p.position, this->p.sample, (u32)(pixel / 4));
      u32 k = (u32)pixel & 3u, word = k == 0   ? words.x
                                      : k == 1 ? words.y
                                      : k == 2 ? words.z
                                               : words.w;
      return {moved(fx, word), moved(fy, word >> 16), 0.0f};
    }
  }
  __device__ static float wave(float x, int quarter) {
    if (fabsf(x) <= 100000.0f) return sine(x, quarter);
    return quarter ? cosf(x) : sinf(x);
  }
  __device__ float moved(float at, u32 bits) const {
    float part = (float)(bits & 0xFFFFu) * 0x1p-16f - 0.5f;
    return at + 0.5f + this->p.a[0] * part;
  }
};
