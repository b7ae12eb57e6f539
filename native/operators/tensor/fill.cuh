// full, ones, zeros: a constant or a broadcast value. one_hot.
#pragma once
#include "gpu/device/compose.cuh"
#include "operators/tensor/fill_params.cuh"

// An optional input provides the shape only.
template <class T_, int N_, int At, class... Like>
struct Constant {
  using T = T_;
  static constexpr int N = N_;
  T value;
  __device__ explicit Constant(const char* record) : value(*(const T*)(record + At)) {}
  __device__ Px<T, N> px(int, int, int) const {
    Px<T, N> r;
#pragma unroll
    for (int c = 0; c < N; c++) r.v[c] = value;
    return r;
  }
  template <int V>
  __device__ void run(int z, int y, int x, Px<T, N>* out) const {
#pragma unroll
    for (int k = 0; k < V; k++) out[k] = px(z, y, x);
  }
};

// Broadcasts the last input; an input before it provides the shape only.
template <class T_, int N_, int At, class A, class B = A>
struct Full : Mapped<Full<T_, N_, At, A, B>, T_, N_, B> {
  using Base = Mapped<Full<T_, N_, At, A, B>, T_, N_, B>;
  using Base::Base;
  __device__ Px<T_, N_> map(int, int, int, const Px<typename B::T, N_>& v) const {
    Px<T_, N_> r;
#pragma unroll
    for (int c = 0; c < N_; c++) r.v[c] = convert<T_>(v.v[c]);
    return r;
  }
};

// Class index, -1 for none; truncates fractions, NaN is 0.
template <class From>
__device__ inline i64 class_of(From v) {
  if constexpr (is_real<From>) {
    double d = (double)(float)v;
    if constexpr (same<From, double>) d = v;
    if (!(d == d)) return 0;
    return d > -1.0 && d < 9e18 ? (i64)d : -1;
  } else if constexpr (same<From, u64>) {
    return v >> 63 ? -1 : (i64)v;
  } else {
    return (i64)v;
  }
}

template <class To, class From>
__device__ void one_hot(const Launch& l) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const OneHotParams p = *(const OneHotParams*)(l.table + s * l.stride);
    To on = *(const To*)&p.on, off = *(const To*)&p.off;
    for (i64 e = blockIdx.x * (i64)blockDim.x + threadIdx.x; e < p.count;
         e += (i64)gridDim.x * blockDim.x) {
      i64 row = p.inner == 1 ? e : e / p.inner;
      bool small = !(row >> 31 || p.classes >> 31);
      i64 outer = small ? (i64)((u32)row / (u32)p.classes) : row / p.classes;
      From v = ((const From*)p.from)[outer * p.inner + (e - row * p.inner)];
      ((To*)p.to)[e] = class_of(v) == row - outer * p.classes ? on : off;
    }
  }
}
