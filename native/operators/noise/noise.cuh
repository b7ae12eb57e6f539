// noise: applies noise by element index.
#pragma once
#include "gpu/device/compose.cuh"
#include "operators/noise/noise_params.cuh"
#include "operators/random/numbers.cuh"

// A step that computes each element from its value and its index: Self has add(v, e).
template <class Self, class T_, int N_, int At, class In>
struct Noisy : Mapped<Self, T_, N_, In> {
  NoiseParams p;
  __device__ explicit Noisy(const char* record)
      : Mapped<Self, T_, N_, In>(record), p(*(const NoiseParams*)(record + At)) {
    if (p.place.sx) return;
    const StoreParams& store = *(const StoreParams*)record;
    p.place.sx = 1;
    p.place.sy = store.nx;
    p.place.sz = (i64)store.nx * store.ny;
  }
  __device__ Px<T_, N_> map(int z, int y, int x, const Px<T_, N_>& v) const {
    const PlaceParams& at = p.place;
    i64 e = at.first + z * at.sz + y * at.sy + x * at.sx;
    Px<T_, N_> r;
#pragma unroll
    for (int c = 0; c < N_; c++) r.v[c] = this->self().add(v.v[c], e + c * at.sc);
    return r;
  }
};

template <class T>
inline constexpr bool needs_double = same<T, double> || (!is_real<T> && sizeof(T) > 2);

template <class T_, int N_, int At, class In>
struct GaussianNoise : Noisy<GaussianNoise<T_, N_, At, In>, T_, N_, At, In> {
  using Base = Noisy<GaussianNoise<T_, N_, At, In>, T_, N_, At, In>;
  using Base::Base;
  __device__ T_ add(T_ v, i64 e) const {
    float noise = this->p.mean + this->p.deviation * normal_at(this->p.key, e);
    if constexpr (needs_double<T_>)
      return convert<T_>((double)v + (double)noise);
    else
      return convert<T_>((float)v + noise);
  }
};

// Inverts the cumulative distribution by summing it up.
__device__ inline double poisson_small(double rate, u32 w) {
  double left = open_unit(w), p = exp_wide(-rate), k = 0;
  for (int step = 1; step < 64; step++) {
    if (!(left >= p)) break;
    k += 1.0;
    left -= p;
    p *= rate * (1.0 / step);
  }
  return k;
}

// Quantile by Cornish-Fisher expansion in 1 / √rate.
__device__ inline double poisson_large(double rate, float z) {
  double w = (double)z, ww = w * w, root = sqrt(rate), part = 1.0 / root;
  double fourth = (-8.0 / 405.0) + ww * (7.0 / 810.0) + ww * ww * (1.0 / 270.0);
  double third = w * (-1.0 / 36.0) - w * ww * (1.0 / 72.0);
  double second = (1.0 / 3.0) + ww * (1.0 / 6.0);
  double whole = floor((fourth * part + third) * part + second + (rate + root * w));
  whole = whole < 0.0 ? 0.0 : whole;
  return rate <= 0x1p100 ? whole : rate;
}

template <class T_, int N_, int At, class In>
struct ShotNoise : Noisy<ShotNoise<T_, N_, At, In>, T_, N_, At, In> {
  using Base = Noisy<ShotNoise<T_, N_, At, In>, T_, N_, At, In>;
  using Base::Base;
  __device__ T_ add(T_ v, i64 e) const {
    const NoiseParams& p = this->p;
    if (p.factor == 0) return v;
    double rate = convert<double>(v) / p.factor;
    rate = rate < 0 ? 0 : rate;
    double count = rate < 10.0 ? poisson_small(rate, word_at(p.key, e))
                               : poisson_large(rate, normal_at(other(p.key, 0), e));
    return convert<T_>(count * p.factor);
  }
};

template <class T_, int N_, int At, class In>
struct SaltAndPepper : Noisy<SaltAndPepper<T_, N_, At, In>, T_, N_, At, In> {
  using Base = Noisy<SaltAndPepper<T_, N_, At, In>, T_, N_, At, In>;
  using Base::Base;
  // Index of the pixel that an element belongs to.
  __device__ i64 pixel(i64 e) const {
    i64 channels = this->p.channels, inner = this->p.inner;
    if (channels == 1) return e;
    if (e >> 31 || channels * inner >> 31)
      return inner == 1 ? e / channels : e / (channels * inner) * inner + e % inner;
    u32 small = (u32)e, c = (u32)channels, n = (u32)inner;
    return n == 1 ? small / c : (i64)(small / (c * n)) * n + small % n;
  }
  __device__ T_ add(T_ v, i64 e) const {
    int w = (int)(word_at(this->p.key, pixel(e)) >> 2);
    if (w < this->p.salt) return *(const T_*)&this->p.salt_bits;
    return w < this->p.noise ? *(const T_*)&this->p.pepper_bits : v;
  }
};
