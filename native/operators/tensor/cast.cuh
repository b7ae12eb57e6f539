// cast: converts every element to another type.
#pragma once
#include "gpu/device/compose.cuh"

template <class T_, int N_, int At, class In>
struct Cast : Mapped<Cast<T_, N_, At, In>, T_, N_, In> {
  using Base = Mapped<Cast<T_, N_, At, In>, T_, N_, In>;
  using Base::Base;
  __device__ Px<T_, N_> map(int, int, int, const Px<typename In::T, N_>& v) const {
    Px<T_, N_> r;
#pragma unroll
    for (int c = 0; c < N_; c++) r.v[c] = convert<T_>(v.v[c]);
    return r;
  }
};
