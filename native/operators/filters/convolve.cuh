// gaussian_blur, laplacian: sums of separable convolutions with symmetric windows.
//
// A tile is filtered along x into shared memory and from there along y. If it does not fit, one
// axis is filtered at a time. Sums have the same order as on the CPU.
#pragma once
#include "operators/filters/convolve_params.cuh"
#include "operators/filters/tile.cuh"

// Eight sums at adjacent positions: half[0] · at(j) + Σₖ half[k] · (at(j - k) + at(j + k)). Loads
// are reused: l and r hold the values at j - k and j + k, indexed by position modulo 8.
template <class Load>
__device__ inline void symmetric(Load at, const float* half, int radius, float* sum) {
  float l[8], r[8];
#pragma unroll
  for (int j = 0; j < 8; j++) {
    l[j] = r[j] = at(j);
    sum[j] = l[j] * half[0];
  }
  for (int base = 0; base < radius; base += 8) {
#pragma unroll
    for (int u = 1; u <= 8; u++) {
      int k = base + u;
      if (k > radius) break;
      l[(8 - u) & 7] = at(-k);
      r[(7 + u) & 7] = at(7 + k);
      float w = half[k];
#pragma unroll
      for (int j = 0; j < 8; j++) sum[j] += (l[(j - u) & 7] + r[(j + u) & 7]) * w;
    }
  }
}

template <class T, class O, int C, int Terms, int Bytes>
__device__ void convolve_tiles(const Launch& l) {
  using S = typename StagedAs<T>::S;
  __shared__ __align__(16) u32 memory[Bytes / 4];
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const ConvolveParams& p = *(const ConvolveParams*)(l.table + s * l.stride);
    const TileParams& tile = p.tile;
    int rows = tile.height + 2 * p.reach_y, columns = tile.width + 2 * p.reach_x;
    int pitch = pitch_of<S>(columns * C), wide = tile.width * C + 1;
    float* weights = (float*)memory;
    u32* staged = memory + p.count;
    float* filtered = (float*)(staged + rows * pitch);
    if (blockIdx.x >= tile.tiles) continue;
    for (int i = (int)threadIdx.x; i < p.count; i += (int)blockDim.x)
      weights[i] = ((const float*)(l.arena + p.weights))[i];
    for (u32 i = blockIdx.x; i < tile.tiles; i += gridDim.x) {
      const Tile t = tile_at(tile, i);
      int used = t.rows + 2 * p.reach_y, wanted = (t.columns + 7) / 8 * 8;
      stage<S, T, C>(tile, (const T*)tile.from + t.from, t.y - p.reach_y, t.x - p.reach_x, used,
                     wanted + 2 * p.reach_x, FilterBorder::reflect_101, S(0), staged, pitch);
      __syncthreads();
      for (int k = 0; k < Terms; k++) {
        const ConvolveTerm term = p.term[k];
        float* out = filtered + k * rows * wide;
        for_rows_by_lanes(used, wanted / 8 * C, [&](int r, int c) {
          int first = c / C * 8 * C + c % C;
          const S* in = (const S*)(staged + r * pitch) + p.reach_x * C + first;
          float sum[8];
          symmetric([&](int j) { return (float)in[j * C]; }, weights + term.x_at, term.rx, sum);
#pragma unroll
          for (int j = 0; j < 8; j++) out[r * wide + first + j * C] = sum[j];
        });
      }
      __syncthreads();
      const i64 pitch_to = tile.to_row;
      const int pixel = tile.pixel;
      O* out = (O*)tile.to + t.to + t.y * pitch_to + (i64)t.x * pixel;
      for (Walk w((t.rows + 7) / 8, t.columns * C); w.inside(); w.next()) {
        float total[8];
        for (int k = 0; k < Terms; k++) {
          const ConvolveTerm term = p.term[k];
          float sum[8];
          const float* in = filtered + (k * rows + w.row * 8 + p.reach_y) * wide + w.column;
          symmetric([&](int j) { return in[j * wide]; }, weights + term.y_at, term.ry, sum);
#pragma unroll
          for (int j = 0; j < 8; j++) {
            sum[j] *= term.scale;
            total[j] = Terms > 1 && k ? total[j] + sum[j] : sum[j];
          }
        }
        O* to = out + w.row * 8 * pitch_to + (i64)(w.column / C) * pixel + w.column % C;
        int rest = t.rows - w.row * 8;
#pragma unroll
        for (int j = 0; j < 8; j++)
          if (j < rest) to[j * pitch_to] = convert<O>(total[j]);
      }
      __syncthreads();
    }
    __syncthreads();
  }
}

// Filters along one axis, from and to device memory.
template <class T, class O>
__device__ void convolve_along(const Launch& l) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const AlongParams& p = *(const AlongParams*)(l.table + s * l.stride);
    int groups = (p.size + 7) / 8;
    for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < p.runs;
         i += (i64)gridDim.x * blockDim.x) {
      i64 row = i / p.inner, outer = row / groups;
      int first = (int)(row - outer * groups) * 8;
      i64 base = outer * p.size * p.inner + (i - row * p.inner);
      float total[8], sum[8];
      for (int k = 0; k < p.terms; k++) {
        const T* in = (const T*)p.from[k] + base;
        auto at = [&](int j) {  // beyond the end of the axis: unused sums read there
          int place = border_index(FilterBorder::reflect_101, first + j, p.size);
          return convert<float>(in[place * p.inner]);
        };
        symmetric(at, (const float*)(l.arena + p.weights[k]), p.radius[k], sum);
#pragma unroll
        for (int j = 0; j < 8; j++) {
          sum[j] *= p.scale[k];
          total[j] = k ? total[j] + sum[j] : sum[j];
        }
      }
#pragma unroll
      for (int j = 0; j < 8; j++)
        if (first + j < p.size) ((O*)p.to)[base + (first + j) * p.inner] = convert<O>(total[j]);
    }
  }
}
