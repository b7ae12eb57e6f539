// Border modes, and the element conversion of crop and pad windows.
#pragma once
#include "gpu/device/types.cuh"
#include "numerics/border.cuh"

// Index that replaces `i` if it is outside [0, extent); -1: use the fill value.
template <class I>
__device__ inline I stand_in(I i, I extent, Bounds bounds) {
  if (i >= 0 && i < extent) return i;
  if (bounds == Bounds::edge) return i < 0 ? 0 : extent - 1;
  if (bounds < Bounds::edge) return -1;
  if (bounds == Bounds::reflect_101 && extent == 1) return 0;
  I period = bounds == Bounds::wrap           ? extent
             : bounds == Bounds::reflect_1001 ? 2 * extent
                                              : 2 * extent - 2;
  I k = i % period;
  if (k < 0) k += period;
  if (k < extent) return k;
  return period - k - (bounds == Bounds::reflect_1001 ? 1 : 0);
}

// Conversion used by windows: truncates where `cast` rounds; float16 saturates.
template <class To, class From>
__device__ inline To cut(From v) {
  if constexpr (same<To, From>) {
    return v;
  } else if constexpr (same<To, f16> && !is_half<From>) {
    float f = convert<float>(v);
    return To(f > 65504.0f ? 65504.0f : f < -65504.0f ? -65504.0f : f);
  } else if constexpr (!is_real<From> || is_real<To> || is_bool<To>) {
    return convert<To>(v);
  } else if constexpr (is_half<From>) {
    return cut<To>((float)v);
  } else if constexpr (sizeof(To) < 4) {
    constexpr From lo = (From)Limits<To>::lo, hi = (From)Limits<To>::hi;
    From c = v < lo ? lo : v;
    c = c > hi ? hi : c;
    c = c == c ? c : From(0);
    return (To)(i32)c;
  } else {
    return convert<To>((From)trunc(v));
  }
}
