// transpose: splits and interleaves channels; tiles for everything else.
#pragma once
#include "gpu/device/compose.cuh"
#include "gpu/device/divide.cuh"
#include "operators/tensor/transpose_params.cuh"

// Converts C channels of type W between interleaved and planar; a thread has 16 bytes per plane.
template <class W, int C, bool Split>
__device__ void planes(const Launch& l) {
  constexpr int run = 16 / (int)sizeof(W);
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const PlanesParams& p = *(const PlanesParams*)(l.table + s * l.stride);
    i64 all = p.blocks * p.units;
    for (i64 u = blockIdx.x * (i64)blockDim.x + threadIdx.x; u < all;
         u += (i64)gridDim.x * blockDim.x) {
      i64 block = p.blocks == 1 ? 0 : divide(p.by_units, u);
      i64 first = (u - block * p.units) * run, left = p.pixels - first;
      W* pixels = (W*)(p.interleaved + block * p.interleaved_step) + first * C;
      if (left >= run) {
        union {
          u32 words[4 * C];
          W v[run * C];
        } all_of;
        union {
          u32 words[4];
          W v[run];
        } one;
        if constexpr (Split) load_words<16 * C>((const char*)pixels, all_of.words);
#pragma unroll
        for (int c = 0; c < C; c++) {
          W* plane = (W*)(p.plane[c] + block * p.plane_step) + first;
          if constexpr (Split) {
#pragma unroll
            for (int k = 0; k < run; k++) one.v[k] = all_of.v[k * C + c];
            store_words<16>((char*)plane, one.words);
          } else {
            load_words<16>((const char*)plane, one.words);
#pragma unroll
            for (int k = 0; k < run; k++) all_of.v[k * C + c] = one.v[k];
          }
        }
        if constexpr (!Split) store_words<16 * C>((char*)pixels, all_of.words);
        continue;
      }
#pragma unroll
      for (int c = 0; c < C; c++) {
        W* plane = (W*)(p.plane[c] + block * p.plane_step) + first;
        for (int k = 0; k < (int)left; k++) {
          if constexpr (Split)
            plane[k] = pixels[k * C + c];
          else
            pixels[k * C + c] = plane[k];
        }
      }
    }
  }
}
