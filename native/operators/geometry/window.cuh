// crop, slice, paste: a window of an image, in any element type.
#pragma once
#include "gpu/device/bounds.cuh"
#include "gpu/device/compose.cuh"
#include "operators/geometry/window_params.cuh"

template <class T_, int N_, int At, class In>
struct Window {
  using T = T_;
  static constexpr int N = N_;
  In in;
  int az, ay, ax, ez, ey, ex, inside;
  const WindowParams* more;  // parameters that only pixels outside need
  __device__ explicit Window(const char* record) : in(record) {
    more = (const WindowParams*)(record + At);
    az = more->az, ay = more->ay, ax = more->ax;
    ez = more->ez, ey = more->ey, ex = more->ex;
    inside = more->inside;
  }

  __device__ static Px<T, N> converted(const Px<typename In::T, N>& v) {
    Px<T, N> r;
#pragma unroll
    for (int c = 0; c < N; c++) r.v[c] = cut<T>(v.v[c]);
    return r;
  }
  __device__ Px<T, N> fill(int z, int x) const {
    Px<T, N> r;
#pragma unroll
    for (int c = 0; c < N; c++) {
      int k = more->fill_by == 0 ? 0 : more->fill_by == 2 ? z : N > 1 ? c : x % more->channels;
      r.v[c] = *(const T*)(more->fill + k);
    }
    return r;
  }
  __device__ int column(int x) const {
    int i = x + ax;
    if (i >= 0 && i < ex) return i;
    Bounds bounds = more->bounds;
    if (bounds < Bounds::edge) return -1;
    int n = more->channels;
    if (n == 1) return stand_in(i, ex, bounds);
    int k = x / n;
    return stand_in(k + ax / n, ex / n, bounds) * n + (x - k * n);
  }
  __device__ Px<T, N> px(int z, int y, int x) const {
    if (inside) return converted(in.px(z + az, y + ay, x + ax));
    Bounds bounds = more->bounds;
    int sz = stand_in(z + az, ez, bounds), sy = stand_in(y + ay, ey, bounds), sx = column(x);
    if ((sz | sy | sx) < 0) return fill(z, x);
    return converted(in.px(sz, sy, sx));
  }
  template <int V>
  __device__ void run(int z, int y, int x, Px<T, N>* out) const {
    if constexpr (V == 1) {
      out[0] = px(z, y, x);
    } else {
      int sz = z + az, sy = y + ay, first = x + ax;
      if (!inside) {
        Bounds bounds = more->bounds;
        sz = stand_in(sz, ez, bounds), sy = stand_in(sy, ey, bounds);
        bool outside = (sz | sy) < 0 || (bounds < Bounds::edge && (first + V <= 0 || first >= ex));
        if (outside && (N > 1 || more->fill_by != 1)) {
          Px<T, N> one = fill(z, x);
#pragma unroll
          for (int k = 0; k < V; k++) out[k] = one;
          return;
        }
        if (outside || first < 0 || first + V > ex) return run_by_pixel<V>(*this, z, y, x, out);
      }
      Px<typename In::T, N> v[V];
      in.template run<V>(sz, sy, first, v);
#pragma unroll
      for (int k = 0; k < V; k++) out[k] = converted(v[k]);
    }
  }
};
