// grid_mask: sets squares of a grid to zero.
#pragma once
#include "gpu/device/compose.cuh"
#include "operators/geometry/grid_mask_params.cuh"

template <class T_, int N_, int At, class In>
struct GridMask : Mapped<GridMask<T_, N_, At, In>, T_, N_, In> {
  using Base = Mapped<GridMask<T_, N_, At, In>, T_, N_, In>;
  GridMaskParams p;
  __device__ explicit GridMask(const char* record)
      : Base(record), p(*(const GridMaskParams*)(record + At)) {}
  __device__ Px<T_, N_> map(int, int row, int column, Px<T_, N_> v) const {
    if (N_ == 1 && p.channels > 1) column /= p.channels;
    float r = (float)row, c = (float)column;
    float x = p.shift_x - r * p.sine + c * p.cosine, y = p.shift_y + r * p.cosine + c * p.sine;
    x -= floorf(x);
    y -= floorf(y);
    if (!(x >= p.ratio || y >= p.ratio)) {
#pragma unroll
      for (int k = 0; k < N_; k++) v.v[k] = T_(0);
    }
    return v;
  }
};
