// filter: correlation with a window that is an input.
//
// A tile's sums are in shared memory. The window is processed in parts, each with the margin of the
// tile that it needs. Within a part, sums have the same order as on the CPU.
#pragma once
#include "operators/filters/filter_params.cuh"
#include "operators/filters/tile.cuh"

// Adds one row of the window to eight adjacent sums: sum[j] += Σₖ weight[k] · at(j + k). v holds
// the value at position j + k, indexed modulo 8.
template <class Load>
__device__ inline void correlate_row(Load at, const float* weight, int width, float* sum) {
  float v[8];
#pragma unroll
  for (int j = 0; j < 7; j++) v[j] = at(j);
  for (int base = 0; base < width; base += 8) {
#pragma unroll
    for (int u = 0; u < 8; u++) {
      int k = base + u;
      if (k >= width) break;
      v[(7 + u) & 7] = at(7 + k);
      float w = weight[k];
#pragma unroll
      for (int j = 0; j < 8; j++) sum[j] += v[(j + u) & 7] * w;
    }
  }
}

// Rounds halves to even.
template <class O>
__device__ inline O rounded_even(float v) {
  if constexpr (is_real<O> || is_bool<O>)
    return convert<O>(v);
  else
    return convert<O>(rintf(v));
}

// T, O: element types of input and output; S: type of staged elements; W, F: types of the window
// and of the border constant.
template <class T, class O, class S, class W, class F, int C, int Bytes>
__device__ void filter_tiles(const Launch& l) {
  __shared__ __align__(16) u32 memory[Bytes / 4];
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const FilterParams& p = *(const FilterParams*)(l.table + s * l.stride);
    const TileParams& tile = p.tile;
    if (blockIdx.x >= tile.tiles) continue;
    int wide = tile.width * C + 1;
    int pitch = pitch_of<S>((tile.width + p.columns - 1) * C);
    float *weights = (float*)memory, *sums = weights + p.rows * p.columns;
    u32* staged = (u32*)(sums + tile.height * wide);
    S fill = S(0);
    if (p.fill) fill = convert<S>(convert<float>(*(const F*)p.fill));
    for (u32 i = blockIdx.x; i < tile.tiles; i += gridDim.x) {
      const Tile t = tile_at(tile, i);
      int wanted = (t.columns + 7) / 8 * 8;
      for (Walk w(t.rows, wanted * C); w.inside(); w.next()) sums[w.row * wide + w.column] = 0;
      for (int dz = 0; dz < p.size[0]; dz++) {
        int z = border_index(p.border, t.z + dz - p.anchor[0], tile.nz);
        const T* plane = (const T*)tile.from + t.from + z * tile.from_plane;
        for (int dy = 0; dy < p.size[1]; dy += p.rows) {
          int rows = min(p.rows, p.size[1] - dy);
          for (int dx = 0; dx < p.size[2]; dx += p.columns) {
            int columns = min(p.columns, p.size[2] - dx);
            const W* window = (const W*)p.window + ((i64)dz * p.size[1] + dy) * p.size[2] + dx;
            for (Walk w(rows, columns); w.inside(); w.next())
              weights[w.row * columns + w.column] =
                  convert<float>(window[(i64)w.row * p.size[2] + w.column]);
            // A plane outside of the volume: every row is outside.
            int y = z < 0 ? tile.ny : t.y + dy - p.anchor[1];
            stage<S, T, C>(tile, plane, y, t.x + dx - p.anchor[2], t.rows + rows - 1,
                           wanted + columns - 1, p.border, fill, staged, pitch);
            __syncthreads();
            for_rows_by_lanes(t.rows, wanted / 8 * C, [&](int r, int c) {
              int first = c / C * 8 * C + c % C;
              float* to = sums + r * wide + first;
              float sum[8];
#pragma unroll
              for (int j = 0; j < 8; j++) sum[j] = to[j * C];
              for (int k = 0; k < rows; k++) {
                const S* in = (const S*)(staged + (r + k) * pitch) + first;
                correlate_row([&](int j) { return (float)in[j * C]; }, weights + k * columns,
                              columns, sum);
              }
#pragma unroll
              for (int j = 0; j < 8; j++) to[j * C] = sum[j];
            });
            __syncthreads();
          }
        }
      }
      const i64 pitch_to = tile.to_row;
      const int pixel = tile.pixel;
      O* out = (O*)tile.to + t.to + t.y * pitch_to + (i64)t.x * pixel;
      for (Walk w(t.rows, t.columns * C); w.inside(); w.next()) {
        O* to = out + w.row * pitch_to + (i64)(w.column / C) * pixel + w.column % C;
        *to = rounded_even<O>(sums[w.row * wide + w.column]);
      }
      __syncthreads();
    }
  }
}
