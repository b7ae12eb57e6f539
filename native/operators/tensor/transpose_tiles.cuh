// transpose: tiles through shared memory, read along one axis and written along another.
#pragma once
#define HR_COOPERATIVE
#include "gpu/device/divide.cuh"
#include "operators/tensor/transpose_params.cuh"

// C elements of type W that move together.
template <class W, int C>
struct Item {
  W w[C];
};

template <class W, int C>
__device__ void transpose_tiles(const Launch& l) {
  constexpr i64 item = C * (i64)sizeof(W);
  __shared__ Item<W, C> tile[2048];  // 1024 items, plus padding columns against bank conflicts
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const TilesParams& p = *(const TilesParams*)(l.table + s * l.stride);
    i64 tiles = p.a_tiles * p.b_tiles * p.others;
    int count = p.a_tile * p.b_tile;
    for (i64 t = blockIdx.x; t < tiles; t += gridDim.x) {
      i64 rest = t / p.a_tiles, other = rest / p.b_tiles;
      i64 a0 = (t - rest * p.a_tiles) * p.a_tile, b0 = (rest - other * p.b_tiles) * p.b_tile;
      const char* in = (const char*)p.in + offset_at(p.size, p.in_step, p.naxes, other);
      char* out = (char*)p.out + offset_at(p.size, p.out_step, p.naxes, other);
      for (int i = (int)threadIdx.x; i < count; i += (int)blockDim.x) {
        int y = (int)divide(p.by_a_tile, i), x = i - y * p.a_tile;
        if (a0 + x >= p.a_size || b0 + y >= p.b_size) continue;
        const W* from = (const W*)(in + (a0 + x) * item + (b0 + y) * p.b_in);
#pragma unroll
        for (int c = 0; c < C; c++) tile[y * (p.a_tile + 1) + x].w[c] = from[c];
      }
      __syncthreads();
      for (int i = (int)threadIdx.x; i < count; i += (int)blockDim.x) {
        int x = (int)divide(p.by_b_tile, i), y = i - x * p.b_tile;
        if (a0 + x >= p.a_size || b0 + y >= p.b_size) continue;
        W* to = (W*)(out + (a0 + x) * p.a_out + (b0 + y) * item);
#pragma unroll
        for (int c = 0; c < C; c++) to[c] = tile[y * (p.a_tile + 1) + x].w[c];
      }
      __syncthreads();
    }
  }
}
