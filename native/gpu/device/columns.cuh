// Composed kernels whose steps read many pixels per output pixel.
//
// A warp computes 16 × 2 adjacent pixels (32 × 2 or 32 × 4 with two or four pixels per thread), so
// its reads are close together. A block walks down the image and keeps per-column and per-sample
// state in registers.
//
// Down: a thread's pixels are vertical neighbours, which share work; the warp's second row is
// farther away.
#pragma once
#include "gpu/device/compose.cuh"

// Stores a column of 3-byte pixels as 32-bit words: four pixels make three words. They belong to
// one thread (V = 4) or to four adjacent threads of a row (V = 1). Steady: the row pitch is a
// multiple of four, so word alignment is the same in every row.
template <int V, bool Steady>
struct ByteColumn {
  char* word;  // where this thread stores in the next row
  u32 step;    // bytes to the row after that
  u32 bytes;   // byte selector over this pixel and the next
  bool none;   // fourth thread: stores nothing
  bool fits;   // all four pixels are inside the row
  __device__ ByteColumn(const StoreParams& o, int x, int row, int rows) {
    static_assert(V == 1 || V == 4, "three words of four pixels");
    int part = V == 4 ? 0 : x & 3;
    word = (char*)o.to.data + row * o.to.sy + (i64)x * 3 + part;
    step = (u32)(o.to.sy * rows);
    bytes = part == 0 ? 0x4210u : part == 1 ? 0x5421u : 0x6542u;
    none = part > 2;
    fits = o.to.sy * rows < 0x7fffffff && o.to.sx == 3 && o.to.sc == 1 && x - part + 4 <= o.nx &&
           (o.nz == 1 || o.to.sz == o.to.sy * o.ny) && (!Steady || !((u32)(u64)word & 3u));
  }
  // Stores packed pixels: one, or the three words of four. All threads of a warp must call it.
  // Returns false if it stored nothing.
  __device__ bool store(const u32* v, bool inside) const {
    u32 next = V == 1 ? __shfl_down_sync(~0u, v[0], 1) : 0;
    if (!fits || (!Steady && ((u32)(u64)word & 3u))) return false;
    if constexpr (V == 1) {
      if (inside && !none) *(u32*)word = __byte_perm(v[0], next, bytes);
    } else if (inside) {
#pragma unroll
      for (int k = 0; k < 3; k++) ((u32*)word)[k] = v[k];
    }
    return true;
  }
};

// Whether a step computes two 3-byte pixels at once.
template <class Step, class = void>
inline constexpr bool makes_pairs = false;
template <class Step>
inline constexpr bool makes_pairs<Step, EnableIf<Step::in_pairs && Step::N == 3>> = true;

// Packs one 3-byte pixel into one word, or four into three words.
template <int V, class Root>
__device__ inline void pack_run(const Root& root, int z, int y, int x, u32* words) {
  if constexpr (V == 1) {
    Px<typename Root::T, 3> v[1];
    root.template run<1>(z, y, x, v);
    words[0] = packed(v[0]);
  } else {
    u32 four[2], two[2];
#pragma unroll
    for (int k = 0; k < 2; k++) {
      if constexpr (makes_pairs<Root>) {
        root.pair(z, y, x + 2 * k, four[k], two[k]);
      } else {
        Px<typename Root::T, 3> v[2];
        root.template run<2>(z, y, x + 2 * k, v);
        four[k] = packed(v[0]) | packed(v[1]) << 24;
        two[k] = packed(v[1]) >> 8;
      }
    }
    words[0] = four[0];
    words[1] = __byte_perm(two[0], four[1], 0x5410);
    words[2] = __byte_perm(four[1], two[1], 0x5432);
  }
}

// Copies a record to shared memory: fast repeated reads without using registers.
template <int Bytes>
__device__ inline const char* shared_record(const char* record) {
  __shared__ u64 copy[Bytes / 8];
  __syncthreads();  // all threads are done with the previous record
  for (u32 i = threadIdx.x; i < Bytes / 8; i += blockDim.x) copy[i] = ((const u64*)record)[i];
  __syncthreads();
  if (threadIdx.x == 0) ((StoreParams*)copy)->home = (u64)record;
  __syncthreads();
  return (const char*)copy;
}

// extra[0]: steps down per thread. Bytes: size of a record. V: adjacent pixels per thread. Deep:
// some samples have nz > 1.
template <class Root, int Bytes, int V, bool Deep, bool Down>
__device__ void compose_columns(const Launch& l) {
  using T = typename Root::T;
  using P = Px<T, Root::N>;
  constexpr bool packs = Root::N == 3 && sizeof(T) == 1;
  constexpr int beside = V == 4 ? 8 : 16, below = 32 / beside;  // threads of a warp
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, wide = blockDim.x >= 64 ? 1 : 0;
  const u32 across = (u32)beside << wide, rows = blockDim.x / across, columns = across * V;
  const u32 height = rows * (u32)l.extra[0];
  const int dx = ((lane & (beside - 1)) + (warp & wide) * beside) * V,
            first = (warp >> wide) * below, dy = lane / beside;
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
      int row = start + dy * apart, times = (end - start + step - 1) / step;  // uniform per warp
      if constexpr (packs) {
        ByteColumn<V, !Down> column(o, x, row, step);
#pragma unroll 1
        for (; times > 0; times--, row += step, column.word += column.step) {
          const bool inside = x + V <= nx && row < all;
          const int z = Deep ? row / o.ny : 0, y = Deep ? row - z * o.ny : row;
          u32 words[V == 1 ? 1 : 3] = {};
          if (inside) pack_run<V>(root, z, y, x, words);
          if (column.store(words, inside) || x >= nx || row >= all) continue;
          // Rare path: reload o.to from memory to save registers.
          if (V == 4 && inside && o.to.sx == 3 && o.to.sc == 1) {
            store_words<12>((char*)o.to.data + z * o.to.sz + y * o.to.sy + (i64)x * 3, words);
          } else if (inside) {
#pragma unroll
            for (int k = 0; k < V; k++) {
              P v;
#pragma unroll
              for (int c = 0; c < 3; c++)
                v.v[c] = (T)(u8)(words[(3 * k + c) / 4] >> (3 * k + c) % 4 * 8);
              store_pixel(o.to, z, y, x + k, v);
            }
          } else if constexpr (V > 1) {
            store_rest(o.to, root, z, y, x, nx);
          }
        }
      } else {
#pragma unroll 1
        for (; times > 0; times--, row += step) {
          if (x >= nx || row >= all) continue;
          const int z = Deep ? row / o.ny : 0, y = Deep ? row - z * o.ny : row;
          if (x + V <= nx) {
            P v[V];
            root.template run<V>(z, y, x, v);
            store_run<V>(to, z, y, x, v);
          } else if constexpr (V > 1) {
            store_rest(to, root, z, y, x, nx);
          }
        }
      }
    }
  }
}
