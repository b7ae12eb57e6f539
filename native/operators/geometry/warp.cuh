// warp_affine, rotate, warp_perspective: sample pixels at positions mapped by a matrix.
#pragma once
#include "operators/geometry/sampler.cuh"

template <class T_, int N_, int At, class In, SamplerFilter Filter, Bounds kBounds, int Spatial>
struct Affine : Sampled<Affine<T_, N_, At, In, Filter, kBounds, Spatial>, T_, N_, At, In,
                        AffineParams, Filter, kBounds, Spatial> {
  using Base = Sampled<Affine, T_, N_, At, In, AffineParams, Filter, kBounds, Spatial>;
  using Base::Base;
  template <int R>
  __device__ float along(int z, int y, float center) const {
    const AffineParams& p = this->p;
    double start = p.offset[R] + p.down[R] * ((double)y + 0.5);
    if constexpr (Spatial == 3) start += p.back[R] * ((double)z + 0.5);
    return p.step[R] * center + (float)start;
  }
  __device__ Place at(int z, int y, float center) const {
    return {along<0>(z, y, center), along<1>(z, y, center),
            Spatial == 3 ? along<2>(z, y, center) : 0.0f};
  }
  __device__ Place place(int z, int y, int x) const { return at(z, y, (float)x + 0.5f); }
  __device__ void places(int z, int y, int x, Place* two) const {
    const float center = (float)x + 0.5f;
    two[0] = at(z, y, center);
    two[1] = at(z, y, center + 1.0f);
  }
};

template <class T_, int N_, int At, class In, SamplerFilter Filter, Bounds kBounds, int Spatial>
struct Perspective : Sampled<Perspective<T_, N_, At, In, Filter, kBounds, Spatial>, T_, N_, At, In,
                             PerspectiveParams, Filter, kBounds, Spatial> {
  using Base = Sampled<Perspective, T_, N_, At, In, PerspectiveParams, Filter, kBounds, Spatial>;
  using Base::Base;
  // 1 / w: refines the float reciprocal if in range, because double division is far slower.
  __device__ static double reciprocal(double w) {
    double size = fabs(w);
    if (!(size > 1e-30 && size < 1e30)) return 1.0 / w;
    double r = (double)__frcp_rn((float)w);
    r = __fma_rn(r, __fma_rn(-w, r, 1.0), r);
    return __fma_rn(r, __fma_rn(-w, r, 1.0), r);
  }
  // The nearest pixel centre; ties to even.
  __device__ static float to_center(float p) {
    float v = p - 0.5f;
    return (fabsf(v) < 4194304.0f ? rintf(v) : v) + 0.5f;
  }
  __device__ Place place(int, int y, int x) const {
    const double* m = this->p.m;
    double row = y, column = x;
    double bx = m[1] * row + m[2], by = m[4] * row + m[5], bw = m[7] * row + m[8];
    double scale = reciprocal(m[6] * column + bw);
    float px = (float)((m[0] * column + bx) * scale + 0.5);
    float py = (float)((m[3] * column + by) * scale + 0.5);
    if constexpr (Filter == SamplerFilter::nn) return {to_center(px), to_center(py), 0.0f};
    return {px, py, 0.0f};
  }
};
