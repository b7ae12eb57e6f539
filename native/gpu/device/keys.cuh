// Order-preserving unsigned keys of elements: see Note [Keys] in simd/morphology.h.
#pragma once
#include "gpu/device/types.cuh"

template <int Size>
struct Unsigned {
  using U = u8;
};
template <>
struct Unsigned<2> {
  using U = u16;
};
template <>
struct Unsigned<4> {
  using U = u32;
};
template <>
struct Unsigned<8> {
  using U = u64;
};

template <class T>
struct Keys {
  using U = typename Unsigned<(int)sizeof(T)>::U;
  using Wide = typename Unsigned<(sizeof(T) == 8 ? 8 : 4)>::U;  // register type
  static constexpr U sign = U(U(1) << (8 * sizeof(U) - 1)), all = U(~U(0));

  // `inverted`: 0, or `all` to reverse the order.
  __device__ static U encode(U v, U inverted) {
    if constexpr (is_real<T>)
      return U(v ^ inverted ^ (v >= sign ? all : sign));
    else if constexpr (!is_bool<T> && T(-1) < T(0))
      return U(v ^ inverted ^ sign);
    else
      return U(v ^ inverted);
  }
  __device__ static U decode(U key, U inverted) {
    key = U(key ^ inverted);
    if constexpr (is_real<T>)
      return U(key ^ (key >= sign ? sign : all));
    else if constexpr (!is_bool<T> && T(-1) < T(0))
      return U(key ^ sign);
    else
      return key;
  }
};
