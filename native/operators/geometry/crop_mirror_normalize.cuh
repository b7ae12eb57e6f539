// crop_mirror_normalize: a window, mirrored, scaled and shifted per channel; padding is filled.
#pragma once
#include "gpu/device/compose.cuh"
#include "operators/geometry/window_params.cuh"

template <class T_, int N_, int At, class In>
struct CropMirrorNormalize {
  using T = T_;
  static constexpr int N = N_, Known = In::N < N_ ? In::N : N_;
  In in;
  const CropMirrorNormalizeParams& p;  // not a copy: after a resize, registers are scarce
  __device__ explicit CropMirrorNormalize(const char* record)
      : in(record), p(*(const CropMirrorNormalizeParams*)(record + At)) {}

  __device__ T fill(int c) const { return *(const T*)(p.fill + c); }
  __device__ Px<T, N> scaled(const Px<typename In::T, In::N>& v) const {
    Px<T, N> r;
#pragma unroll
    for (int c = 0; c < N; c++)
      r.v[c] = c < Known
                   ? convert<T>(convert<float>(v.v[c < Known ? c : 0]) * p.mul[c < Known ? c : 0] +
                                p.add[c < Known ? c : 0])
                   : fill(c);
    return r;
  }
  __device__ Px<T, N> blank() const {
    Px<T, N> r;
#pragma unroll
    for (int c = 0; c < N; c++) r.v[c] = fill(c);
    return r;
  }
  __device__ bool row_inside(int z, int y) const {
    return z >= 0 && z < p.ez && y >= 0 && y < p.ey;
  }
  __device__ Px<T, N> px(int z, int y, int x) const {
    z += p.az, y += p.ay, x = (p.mirror ? p.nx - 1 - x : x) + p.ax;
    if (!p.inside && !(row_inside(z, y) && x >= 0 && x < p.ex)) return blank();
    return scaled(in.px(z, y, x));
  }
  template <int V>
  __device__ void run(int z, int y, int x, Px<T, N>* out) const {
    if constexpr (V == 1) {
      out[0] = px(z, y, x);
    } else {
      int sz = z + p.az, sy = y + p.ay, first = (p.mirror ? p.nx - V - x : x) + p.ax;
      if (!p.inside) {
        if (!row_inside(sz, sy) || first + V <= 0 || first >= p.ex) {
          Px<T, N> one = blank();
#pragma unroll
          for (int k = 0; k < V; k++) out[k] = one;
          return;
        }
        if (first < 0 || first + V > p.ex) return run_by_pixel<V>(*this, z, y, x, out);
      }
      Px<typename In::T, In::N> v[V];
      in.template run<V>(sz, sy, first, v);
      if (p.mirror) {
#pragma unroll
        for (int k = 0; k < V; k++) out[k] = scaled(v[V - 1 - k]);
      } else {
#pragma unroll
        for (int k = 0; k < V; k++) out[k] = scaled(v[k]);
      }
    }
  }
};
