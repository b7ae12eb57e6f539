// flip: reads pixels from mirrored positions.
#pragma once
#include "gpu/device/compose.cuh"
#include "operators/geometry/flip_params.cuh"

template <class T_, int N_, int At, class In>
struct Flip {
  using T = T_;
  static constexpr int N = N_;
  In in;
  FlipParams p;
  __device__ explicit Flip(const char* record) : in(record), p(*(const FlipParams*)(record + At)) {}
  __device__ int column(int x) const {
    if (!p.mx) return x;
    if (p.channels == 1) return p.nx - 1 - x;
    int k = x / p.channels, c = x - k * p.channels;
    return (p.nx - 1 - k) * p.channels + c;
  }
  __device__ Px<T, N> px(int z, int y, int x) const {
    return in.px(p.mz ? p.nz - 1 - z : z, p.my ? p.ny - 1 - y : y, column(x));
  }
  template <int V>
  __device__ void run(int z, int y, int x, Px<T, N>* out) const {
    if (p.mz) z = p.nz - 1 - z;
    if (p.my) y = p.ny - 1 - y;
    if (!p.mx) {
      in.template run<V>(z, y, x, out);
    } else if (p.channels == 1) {
      Px<T, N> mirrored[V];
      in.template run<V>(z, y, p.nx - V - x, mirrored);
#pragma unroll
      for (int k = 0; k < V; k++) out[k] = mirrored[V - 1 - k];
    } else {
#pragma unroll
      for (int k = 0; k < V; k++) out[k] = in.px(z, y, column(x + k));
    }
  }
};
