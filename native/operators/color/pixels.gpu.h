// Shared by steps that map whole pixels: channels last, and a matrix.
#pragma once
#include "gpu/kernel.h"
#include "operators/color/pixels_params.cuh"
#include "simd/pixel.h"

namespace hr::gpu {

inline Axes channels_last(int ndim) {
  return {ndim >= 4 ? ndim - 4 : -1, ndim >= 3 ? ndim - 3 : -1, ndim >= 2 ? ndim - 2 : -1,
          ndim - 1};
}

inline void pack_map(const PixelMap& map, hrk::PixelMapParams& p) {
  std::memcpy(p.matrix, map.matrix, sizeof p.matrix);
  std::memcpy(p.center, map.center, sizeof p.center);
  std::memcpy(p.offset, map.offset, sizeof p.offset);
}

}  // namespace hr::gpu
