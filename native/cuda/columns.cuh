// Composed kernels whose steps read many pixels for each of theirs.
//
// A warp makes 16 × 2 neighbouring pixels, so that what its threads read lies close together; a
// block walks down the image, so that what a thread knows of its column and of the sample stays.
// Down: a thread's pixels lie below one another, since they share work; its warp's other row is
// farther away.
#pragma once
#include "compose.cuh"

// A column of V pixels of three bytes: four neighbours of a row make three words, which their
// threads store. Steady: rows are a multiple of four apart, and so are their words' places.
template <int V, bool Steady>
struct ByteColumn {
  char* word;  // of this thread, in the row that comes next
  u32 step;    // to the next row after that
  u32 bytes;   // of this pixel and the next one
  bool odd;    // the second two
  bool fits;   // all four
  __device__ ByteColumn(const StoreParams& o, int x, int row, int rows) {
    int part = x & 3;
    word = (char*)o.to.data + row * o.to.sy + x * 3 + part;
    step = (u32)(o.to.sy * rows);
    bytes = part == 0 ? 0x4210u : part == 1 ? 0x5421u : 0x6542u;
    odd = part > (V == 1 ? 2 : 0);
    fits = o.to.sy * rows < 0x7fffffff && o.to.sx == 3 && o.to.sc == 1 && x - part + 4 <= o.nx &&
           (o.nz == 1 || o.to.sz == o.to.sy * o.ny) && (!Steady || !((u32)(u64)word & 3u));
  }
  // The bytes of a pixel in a word.
  template <class T>
  __device__ static u32 packed(const Px<T, 3>& v) {
    return __byte_perm(__byte_perm((u8)v.v[0], (u8)v.v[1], 0x5540u), (u8)v.v[2], 0x5410u);
  }
  // Packed pixels. All threads of a warp call it; false: it stored nothing.
  __device__ bool store(const u32* v, bool inside) const {
    u32 low = V == 1 ? v[0] : v[0] | v[V - 1] << 24, next = __shfl_down_sync(~0u, low, 1);
    if (!fits || (!Steady && ((u32)(u64)word & 3u))) return false;
    if constexpr (V == 1) {
      if (inside && !odd) *(u32*)word = __byte_perm(low, next, bytes);
    } else {
      u32 high = v[V - 1] >> 8;
      if (inside) *(u32*)word = odd ? __byte_perm(low, high, 0x5432u) : low;
      if (inside && !odd) *(u32*)(word + 4) = __byte_perm(high, next, 0x5410u);
    }
    return true;
  }
};

// A record in shared memory: what steps need of it again and again is at hand, and takes no
// registers.
template <int Bytes>
__device__ inline const char* shared_record(const char* record) {
  __shared__ u64 copy[Bytes / 8];
  __syncthreads();  // nobody needs the one before any more
  for (u32 i = threadIdx.x; i < Bytes / 8; i += blockDim.x) copy[i] = ((const u64*)record)[i];
  __syncthreads();
  if (threadIdx.x == 0) ((StoreParams*)copy)->home = (u64)record;
  __syncthreads();
  return (const char*)copy;
}

// extra[0]: how often a thread steps down. Bytes: of a record. V: pixels beside one another that a
// thread makes at a time. Deep: some samples have planes.
template <class Root, int Bytes, int V, bool Deep, bool Down>
__device__ void compose_columns(const Launch& l) {
  using T = typename Root::T;
  using P = Px<T, Root::N>;
  constexpr bool packs = Root::N == 3 && sizeof(T) == 1;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, wide = blockDim.x >= 64 ? 1 : 0;
  const u32 across = 16u << wide, rows = blockDim.x / across, columns = across * V;
  const u32 height = rows * (u32)l.extra[0];
  const int dx = ((lane & 15) + (warp & wide) * 16) * V, first = (warp >> wide) * 2, dy = lane >> 4;
  const int apart = Down ? (int)l.extra[0] : 1, step = Down ? 1 : (int)rows;
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const char* record = shared_record<Bytes>(l.table + s * l.stride);
    const StoreParams& o = *(const StoreParams*)record;
    const MemoryParams to = o.to;
    const Root root(record);
    const int nx = o.nx, all = Deep ? o.nz * o.ny : o.ny;
    const u32 strips = ((u32)nx + columns - 1) / columns;
    const u32 tiles = strips * (((u32)all + height - 1) / height);
    for (u64 t = blockIdx.x; t < tiles; t += gridDim.x) {
      const u32 band = (u32)t / strips, top = band * height;
      const int x = (int)(((u32)t - band * strips) * columns) + dx,
                start = (int)top + first * apart;
      const int end = min((int)(Down ? start + apart : top + height), all);
      int row = start + dy * apart, times = (end - start + step - 1) / step;  // alike for a warp
      ByteColumn<V, !Down> column(o, x, row, step);
#pragma unroll 1
      for (; times > 0; times--, row += step, column.word += column.step) {
        const bool inside = x + V <= nx && row < all;
        const int z = Deep ? row / o.ny : 0, y = Deep ? row - z * o.ny : row;
        P v[V];
        if constexpr (packs) {
          u32 words[V] = {};
          if (inside) {
            root.template run<V>(z, y, x, v);
#pragma unroll
            for (int k = 0; k < V; k++) words[k] = column.packed(v[k]);
          }
          if (column.store(words, inside)) continue;
#pragma unroll
          for (int k = 0; k < V; k++)
#pragma unroll
            for (int c = 0; c < 3; c++) v[k].v[c] = (T)(u8)(words[k] >> 8 * c);
        } else {
          if (inside) root.template run<V>(z, y, x, v);
        }
        // Loaded again where it is hardly ever needed: registers are dear.
        const MemoryParams& where = packs ? o.to : to;
        if (inside) {
          store_run<V>(where, z, y, x, v);
        } else if (V > 1 && x < nx && row < all) {  // the last column
          for (int k = x; k < nx; k++) store_pixel(where, z, y, k, root.px(z, y, k));
        }
      }
    }
  }
}
