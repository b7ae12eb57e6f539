// scale_shift: brightness and contrast of elements.
#pragma once
#include "gpu/device/compose.cuh"
#include "gpu/device/real.cuh"
#include "operators/color/scale_params.cuh"

template <class T_, int N_, int At, class In>
struct ScaleShift : Mapped<ScaleShift<T_, N_, At, In>, T_, N_, In> {
  using Base = Mapped<ScaleShift<T_, N_, At, In>, T_, N_, In>;
  using R = Real<typename In::T, T_>;
  ScaleParams p;
  __device__ explicit ScaleShift(const char* record)
      : Base(record), p(*(const ScaleParams*)(record + At)) {}
  __device__ Px<T_, N_> map(int, int, int, const Px<typename In::T, N_>& v) const {
    Px<T_, N_> r;
#pragma unroll
    for (int c = 0; c < N_; c++) r.v[c] = convert<T_>(convert<R>(v.v[c]) * (R)p.mul + (R)p.add);
    return r;
  }
};
