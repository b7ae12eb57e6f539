// color_space: converts pixels between colour spaces.
#pragma once
#include "operators/color/color_matrix.cuh"
#include "operators/color/color_space_params.cuh"

template <class T_, int N_, int At, class In, int Way_>
struct ColorSpace : Mapped<ColorSpace<T_, N_, At, In, Way_>, T_, N_, In> {
  using Base = Mapped<ColorSpace<T_, N_, At, In, Way_>, T_, N_, In>;
  static constexpr ColorWay Way = (ColorWay)Way_;
  PixelMapParams p;
  __device__ explicit ColorSpace(const char* record)
      : Base(record), p(*(const PixelMapParams*)(record + At)) {}
  __device__ Px<T_, N_> map(int, int, int, const Px<typename In::T, In::N>& v) const {
    Px<T_, N_> r;
    if constexpr (Way == ColorWay::map || Way == ColorWay::map_reversed) {
      return map_pixel<T_, N_, Way == ColorWay::map_reversed>(p, v);
    } else if constexpr (Way == ColorWay::weigh || Way == ColorWay::weigh_reversed) {
      // 15-bit fixed-point weights.
      constexpr int first = Way == ColorWay::weigh ? 0 : 2;
      int sum = 9798 * v.v[first] + 19235 * v.v[1] + 3735 * v.v[2 - first];
      r.v[0] = (T_)((sum + (1 << 14)) >> 15);
    } else {
#pragma unroll
      for (int c = 0; c < N_; c++)
        r.v[c] = v.v[Way == ColorWay::spread ? 0 : Way == ColorWay::reverse ? N_ - 1 - c : c];
    }
    return r;
  }
};
