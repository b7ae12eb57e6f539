// normalize with given statistics per channel.
#pragma once
#include "gpu/device/compose.cuh"
#include "gpu/device/real.cuh"
#include "operators/reduce/normalize_params.cuh"

template <class T_, int N_, int At, class In>
struct NormalizePixels : Mapped<NormalizePixels<T_, N_, At, In>, T_, N_, In> {
  using Base = Mapped<NormalizePixels<T_, N_, At, In>, T_, N_, In>;
  using R = Real<typename In::T, T_>;
  R center[N_], factor[N_], shift;
  __device__ explicit NormalizePixels(const char* record) : Base(record) {
    const NormalizePixelParams& p = *(const NormalizePixelParams*)(record + At);
#pragma unroll
    for (int c = 0; c < N_; c++) center[c] = (R)p.center[c], factor[c] = (R)p.factor[c];
    shift = (R)p.shift;
  }
  __device__ Px<T_, N_> map(int, int, int, const Px<typename In::T, N_>& v) const {
    Px<T_, N_> r;
#pragma unroll
    for (int c = 0; c < N_; c++)
      r.v[c] = convert<T_>((convert<R>(v.v[c]) - center[c]) * factor[c] + shift);
    return r;
  }
};
