// morphology: the maximum key of a rectangle around each pixel, along x and then along y.
#pragma once
#include "gpu/device/keys.cuh"
#include "operators/filters/neighbourhood_params.cuh"
#include "operators/filters/tile.cuh"

// out[j] = maximum of at(j) … at(j + window - 1), for eight adjacent positions.
template <class U, class Load>
__device__ inline void largest(Load at, int window, U* out) {
  if (window <= 8) {
    U v[8];
#pragma unroll
    for (int j = 0; j < 8; j++) out[j] = v[j] = at(j);
#pragma unroll
    for (int u = 1; u < 8; u++) {
      if (u >= window) break;
      v[(7 + u) & 7] = at(7 + u);
#pragma unroll
      for (int j = 0; j < 8; j++) out[j] = max(out[j], v[(j + u) & 7]);
    }
    return;
  }
  U most = at(7);  // common to all eight
  for (int k = 8; k < window; k++) most = max(most, at(k));
  out[7] = most;
#pragma unroll
  for (int j = 6; j >= 0; j--) out[j] = max(out[j + 1], at(j));
  U beyond = 0;
#pragma unroll
  for (int j = 1; j < 8; j++) {
    beyond = max(beyond, at(window + j - 1));
    out[j] = max(out[j], beyond);
  }
}

template <class T, int C, int Bytes>
__device__ void morphology_tiles(const Launch& l) {
  using K = Keys<T>;
  using U = typename K::U;
  using Wide = typename K::Wide;
  __shared__ __align__(16) u32 memory[Bytes / 4];
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const NeighbourhoodParams& p = *(const NeighbourhoodParams*)(l.table + s * l.stride);
    const TileParams& tile = p.tile;
    U inverted = p.inverted ? K::all : U(0);
    int pitch = pitch_of<U>((tile.width + p.width - 1) * C), wide = pitch_of<U>(tile.width * C);
    u32 *staged = memory, *across = memory + (tile.height + p.height - 1) * pitch;
    for (u32 i = blockIdx.x; i < tile.tiles; i += gridDim.x) {
      const Tile t = tile_at(tile, i);
      int used = t.rows + p.height - 1, wanted = (t.columns + 7) / 8 * 8;
      stage<U, U, C>(tile, (const U*)tile.from + t.from, t.y - p.top, t.x - p.left, used,
                     wanted + p.width - 1, p.border, K::decode(0, inverted), staged, pitch);
      __syncthreads();
      for_rows_by_lanes(used, wanted / 8 * C, [&](int r, int c) {
        int first = c / C * 8 * C + c % C;
        const U* in = (const U*)(staged + r * pitch) + first;
        U* out = (U*)(across + r * wide) + first;
        Wide most[8];
        largest([&](int j) { return (Wide)K::encode(in[j * C], inverted); }, p.width, most);
#pragma unroll
        for (int j = 0; j < 8; j++) out[j * C] = (U)most[j];
      });
      __syncthreads();
      const i64 pitch_to = tile.to_row;
      const int pixel = tile.pixel;
      U* out = (U*)tile.to + t.to + t.y * pitch_to + (i64)t.x * pixel;
      for (Walk w((t.rows + 7) / 8, t.columns * C); w.inside(); w.next()) {
        const u32* in = across + w.row * 8 * wide;
        Wide most[8];
        largest([&](int j) { return (Wide)((const U*)(in + j * wide))[w.column]; }, p.height, most);
        U* to = out + w.row * 8 * pitch_to + (i64)(w.column / C) * pixel + w.column % C;
        int rest = t.rows - w.row * 8;
#pragma unroll
        for (int j = 0; j < 8; j++)
          if (j < rest) to[j * pitch_to] = K::decode((U)most[j], inverted);
      }
      __syncthreads();
    }
  }
}

// Along one axis, from and to device memory. First: reads elements; else: writes elements.
template <class T, bool First>
__device__ void largest_along(const Launch& l) {
  using K = Keys<T>;
  using U = typename K::U;
  using Wide = typename K::Wide;
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const LargestParams p = *(const LargestParams*)(l.table + s * l.stride);
    U inverted = p.inverted ? K::all : U(0);
    int groups = (p.size + 7) / 8;
    for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < p.runs;
         i += (i64)gridDim.x * blockDim.x) {
      i64 row = i / p.inner, outer = row / groups;
      int first = (int)(row - outer * groups) * 8;
      i64 base = outer * p.size * p.inner + (i - row * p.inner);
      const U* in = (const U*)p.from + base;
      auto at = [&](int j) {
        int place = border_index(p.border, first - p.before + j, p.size);
        if (place < 0) return Wide(0);
        U v = in[place * p.inner];
        return (Wide)(First ? K::encode(v, inverted) : v);
      };
      Wide most[8];
      largest(at, p.window, most);
#pragma unroll
      for (int j = 0; j < 8; j++)
        if (first + j < p.size)
          ((U*)p.to)[base + (first + j) * p.inner] =
              First ? (U)most[j] : K::decode((U)most[j], inverted);
    }
  }
}
