// Tiles of samples with their margins in shared memory. Threads of a block synchronise.
#pragma once
#define HR_COOPERATIVE
#include "gpu/device/compose.cuh"
#include "operators/filters/tile_params.cuh"

// Maps position i of an axis to an element; -1: the border constant.
__device__ inline int border_index(FilterBorder border, int i, int n) {
  if ((u32)i < (u32)n) return i;
  if (border == FilterBorder::constant) return -1;
  if (border == FilterBorder::clamp || n == 1) return i < 0 ? 0 : n - 1;
  int period = border == FilterBorder::wrap           ? n
               : border == FilterBorder::reflect_1001 ? 2 * n
                                                      : 2 * (n - 1);
  i %= period;
  if (i < 0) i += period;
  if (i < n) return i;
  return border == FilterBorder::reflect_1001 ? period - 1 - i : period - i;
}

struct Tile {
  i64 from, to;  // start of the planes, in elements
  int z, y, x;   // first pixel of the tile
  int rows, columns;
};

__device__ inline Tile tile_at(const TileParams& p, u32 i) {
  u32 row = i / p.tiles_x, plane = row / p.tiles_y;
  u32 pixel = plane / (u32)p.split, channel = plane - pixel * p.split,
      outer = pixel / (u32)p.out_nz;
  Tile t;
  t.z = (int)(pixel - outer * p.out_nz);
  t.y = (int)(row - plane * p.tiles_y) * p.height;
  t.x = (int)(i - row * p.tiles_x) * p.width;
  t.rows = min(p.height, p.out_ny - t.y);
  t.columns = min(p.width, p.out_nx - t.x);
  t.from = (i64)outer * p.nz * p.from_plane + channel;
  t.to = (i64)pixel * p.to_plane + channel;
  return t;
}

// Iterates a table in row-major order, one position per thread of a block, without divisions.
struct Walk {
  int row, column, rows, columns, down, across;
  __device__ Walk(int rows, int columns) : rows(rows), columns(columns) {
    row = (int)threadIdx.x / columns;
    column = (int)threadIdx.x - row * columns;
    down = (int)blockDim.x / columns;
    across = (int)blockDim.x - down * columns;
  }
  __device__ bool inside() const { return row < rows; }
  __device__ void next() {
    row += down;
    column += across;
    if (column >= columns) column -= columns, row++;
  }
};

// The same with one row per lane of a warp and columns over warps, for columns with a large stride.
template <class F>
__device__ inline void for_rows_by_lanes(int rows, int columns, F f) {
  int lanes = min((int)blockDim.x, 32), warps = (int)blockDim.x / lanes;
  int r = (int)threadIdx.x % lanes, c = (int)threadIdx.x / lanes;
  for (;; c += warps) {
    while (c >= columns) c -= columns, r += lanes;
    if (r >= rows) return;
    f(r, c);
  }
}

// Row pitch in words of shared memory for this many elements: odd (in units of pairs for 8-byte
// elements), so that vertically adjacent elements are in different banks.
template <class S>
__device__ inline int pitch_of(int elements) {
  int bytes = elements * (int)sizeof(S);
  return sizeof(S) == 8 ? (bytes / 8 | 1) * 2 : (bytes + 3) / 4 | 1;
}

// Stages `rows` × `columns` pixels, starting at row y and pixel x, as elements of type S.
template <class S, class T, int C>
__device__ inline void stage(const TileParams& p, const T* plane, int y, int x, int rows,
                             int columns, FilterBorder border, S fill, u32* to, int pitch) {
  const i64 pitch_from = p.from_row;  // avoids reloading it for every element
  const int ny = p.ny, nx = p.nx, pixel = p.pixel;
  auto element = [&](int row, int k) {  // element k of a row of the tile
    int column = border_index(border, x + k / C, nx);
    if (row < 0 || column < 0) return fill;
    return convert<S>(plane[row * pitch_from + (i64)column * pixel + k % C]);
  };
  if constexpr (sizeof(S) < 4) {
    constexpr int per = 4 / (int)sizeof(S);
    const int end = pixel == C ? nx * C : 0;  // end of contiguous elements
    for (Walk w(rows, (columns * C + per - 1) / per); w.inside(); w.next()) {
      int row = border_index(border, y + w.row, ny);
      int k = w.column * per, at = x * C + k;
      u32 word;
      if (row >= 0 && at >= 0 && at + per <= end) {
        load_words<4>((const char*)(plane + row * pitch_from + at), &word);
      } else {
        union {
          u32 word;
          S s[per];
        } u;
#pragma unroll
        for (int j = 0; j < per; j++) u.s[j] = element(row, k + j);
        word = u.word;
      }
      to[w.row * pitch + w.column] = word;
    }
  } else {
    for (Walk w(rows, columns * C); w.inside(); w.next()) {
      int row = border_index(border, y + w.row, ny);
      ((S*)(to + w.row * pitch))[w.column] = element(row, w.column);
    }
  }
}

// Small elements are staged unchanged, others as the floats used in sums.
template <class T>
struct StagedAs {
  using S = float;
};
template <>
struct StagedAs<u8> {
  using S = u8;
};
template <>
struct StagedAs<i8> {
  using S = i8;
};
template <>
struct StagedAs<u16> {
  using S = u16;
};
template <>
struct StagedAs<i16> {
  using S = i16;
};
