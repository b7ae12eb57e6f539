// color_matrix: mixes the channels of a pixel by a matrix.
#pragma once
#include "gpu/device/compose.cuh"
#include "gpu/device/real.cuh"
#include "operators/color/pixels_params.cuh"

// Maps a pixel of type `From` to one of type `To`. Reversed: input channels are in reverse order.
template <class To, int Out, bool Reversed, class From, int In>
__device__ inline Px<To, Out> map_pixel(const PixelMapParams& p, const Px<From, In>& v) {
  using R = Real<From, To>;
  R x[In];
#pragma unroll
  for (int k = 0; k < In; k++) x[k] = convert<R>(v.v[Reversed ? In - 1 - k : k]) - p.center[k];
  Px<To, Out> r;
#pragma unroll
  for (int c = 0; c < Out; c++) {
    R sum = p.matrix[3 * c] * x[0];
#pragma unroll
    for (int k = 1; k < In; k++) sum += p.matrix[3 * c + k] * x[k];
    r.v[c] = convert<To>(sum + p.offset[c]);
  }
  return r;
}

template <class T_, int N_, int At, class In>
struct ColorMatrix : Mapped<ColorMatrix<T_, N_, At, In>, T_, N_, In> {
  using Base = Mapped<ColorMatrix<T_, N_, At, In>, T_, N_, In>;
  PixelMapParams p;
  __device__ explicit ColorMatrix(const char* record)
      : Base(record), p(*(const PixelMapParams*)(record + At)) {}
  __device__ Px<T_, N_> map(int, int, int, const Px<typename In::T, In::N>& v) const {
    return map_pixel<T_, N_, false>(p, v);
  }
};
