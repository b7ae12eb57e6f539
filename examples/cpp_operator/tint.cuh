// tint on the device: a step of composed kernels, see gpu/device/compose.cuh.
#pragma once
#include "gpu/device/compose.cuh"
#include "tint_params.cuh"

template <class T_, int N_, int At, class In>
struct Tint : Mapped<Tint<T_, N_, At, In>, T_, N_, In> {
  using Base = Mapped<Tint<T_, N_, At, In>, T_, N_, In>;
  TintParams p;
  const double* color;
  __device__ explicit Tint(const char* record)
      : Base(record),
        p(*(const TintParams*)(record + At)),
        color(attached<double>(record, p.color)) {}
  __device__ Px<T_, N_> map(int, int, int x, const Px<typename In::T, N_>& v) const {
    Px<T_, N_> r;
    for (int c = 0; c < N_; c++) {
      const double old = convert<double>(v.v[c]), to = color[N_ > 1 ? c : x % p.channels];
      const double made = old + p.amount * (to - old);
      r.v[c] = convert<T_>(p.darken && made > old ? old : made);
    }
    return r;
  }
};
