// Composed kernels whose steps read many pixels for each of theirs.
//
// A warp makes 16 × 2 neighbouring pixels, so that what its threads read lies close together; a
// block walks down the image, so that what a thread knows of its column and of the sample stays.
#pragma once
#include "compose.cuh"

// A column of pixels of three bytes: four neighbours of a row make three words, which three of
// their threads store.
struct ByteColumn {
  char* word;     // in the row that comes next
  i64 step;       // to the next row after that
  u32 bytes = 0;  // of this pixel and the next one; 0: none
  bool fits;
  __device__ ByteColumn(const StoreParams& o, int x, int row, u32 rows) {
    int part = x & 3;
    word = (char*)o.to.data + row * o.to.sy + x * 3 + part;
    step = o.to.sy * rows;
    if (part < 3) bytes = part == 0 ? 0x4210u : part == 1 ? 0x5421u : 0x6542u;
    fits = o.to.sx == 3 && o.to.sc == 1 && x - part + 4 <= o.nx &&
           (o.nz == 1 || o.to.sz == o.to.sy * o.ny);
  }
};

// extra[0]: how many pixels below one another a thread makes. Deep: some samples have planes.
template <class Root, bool Deep>
__device__ void compose_columns(const Launch& l) {
  using T = typename Root::T;
  using P = Px<T, Root::N>;
  constexpr bool packs = Root::N == 3 && sizeof(T) == 1;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, wide = blockDim.x >= 64 ? 1 : 0;
  const u32 columns = 16u << wide, rows = blockDim.x / columns, height = rows * (u32)l.extra[0];
  const int dx = (lane & 15) + (warp & wide) * 16, first = (warp >> wide) * 2, dy = lane >> 4;
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const char* record = l.table + s * l.stride;
    const StoreParams o = *(const StoreParams*)record;
    const Root root(record);
    const u32 strips = ((u32)o.nx + columns - 1) / columns;
    const int all = Deep ? o.nz * o.ny : o.ny;
    const u32 tiles = strips * (((u32)all + height - 1) / height);
    for (u64 t = blockIdx.x; t < tiles; t += gridDim.x) {
      const u32 band = (u32)t / strips, top = band * height;
      const int x = (int)(((u32)t - band * strips) * columns) + dx;
      const int end = (int)min(top + height, (u32)all);
      int start = (int)top + first;
      ByteColumn column(o, x, start + dy, rows);
#pragma unroll 1
      for (; start < end; start += (int)rows, column.word += column.step) {  // alike for a warp
        const int row = start + dy;
        const bool inside = x < o.nx && row < all;
        const int z = Deep ? row / o.ny : 0, y = Deep ? row - z * o.ny : row;
        P v;
        if (inside) v = root.px(z, y, x);
        if constexpr (packs) {
          u32 own = __byte_perm(__byte_perm((u8)v.v[0], (u8)v.v[1], 0x5540u), (u8)v.v[2], 0x5410u);
          u32 next = __shfl_down_sync(~0u, own, 1);
          if (column.fits && !((u32)(u64)column.word & 3u)) {
            if (inside && column.bytes) *(u32*)column.word = __byte_perm(own, next, column.bytes);
            continue;
          }
        }
        // Loaded again where it is hardly ever needed: registers are dear.
        if (inside) store_pixel(packs ? ((const StoreParams*)record)->to : o.to, z, y, x, v);
      }
    }
  }
}
