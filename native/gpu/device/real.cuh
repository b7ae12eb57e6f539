// Accumulator type: float, or double if input or output has 64-bit elements.
#pragma once
#include "gpu/device/types.cuh"

template <class A, class B, bool Wide = (sizeof(A) == 8 || sizeof(B) == 8)>
struct RealOf {
  using type = float;
};
template <class A, class B>
struct RealOf<A, B, true> {
  using type = double;
};
template <class A, class B>
using Real = typename RealOf<A, B>::type;
