// Copies many pieces of memory in one launch.
#pragma once
#include "gpu/device/compose.cuh"
#include "operators/tensor/copy_params.cuh"

__device__ inline void copy_pieces(const Launch& l) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const CopyParams p = *(const CopyParams*)(l.table + s * l.stride);
    i64 runs = p.bytes / 16;
    for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < runs + 1;
         i += (i64)gridDim.x * blockDim.x) {
      const char* from = (const char*)p.from + i * 16;
      char* to = (char*)p.to + i * 16;
      if (i < runs) {
        u32 words[4];
        load_words<16>(from, words);
        store_words<16>(to, words);
      } else {
        for (i64 k = i * 16; k < p.bytes; k++) ((char*)p.to)[k] = ((const char*)p.from)[k];
      }
    }
  }
}
