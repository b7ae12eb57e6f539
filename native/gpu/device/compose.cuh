// Composed kernels: a load, steps that map pixels, a store; one launch for a ragged batch.
//
// A step is a type with
//   T, N                       it produces pixels of N elements of type T
//   Step(const char* record)   reads its parameters from the sample's record
//   px(z, y, x)                computes one pixel
//   run<V>(z, y, x, out)       computes V adjacent pixels of a row, all inside the image
// Its inputs are template arguments, so a chain of calls is one type that the compiler can inline:
// Normalize<float, 3, 208, Flip<u8, 3, 160, Memory<u8, 3, 80>>>. The number after N is the byte
// offset of the step's parameters in the record. native/gpu/stage.cc writes the type.
//
// A pixel holds all channels (N = 1 … 4). If samples have more than 4 channels or differ in their
// number, a pixel is one element and x counts the elements of a row; steps that move pixels then
// divide x by `channels` of their parameters (1 otherwise).
#pragma once
#include "gpu/device/divide.cuh"
#include "gpu/device/types.cuh"

// Data attached by the host, at an offset from the record.
template <class T>
__device__ inline const T* attached(const char* record, u64 offset) {
  u64 home = ((const StoreParams*)record)->home;
  return (const T*)((home ? (const char*)home : record) + offset);
}

// Loads B bytes from any alignment into words.
template <int B>
__device__ inline void load_words(const char* from, u32* words) {
  static_assert(B % 4 == 0, "whole words");
  u64 at = (u64)from;
  if constexpr (B % 16 == 0) {
    if (!(at & 15)) {
#pragma unroll
      for (int i = 0; i < B / 16; i++) {
        uint4 q = ((const uint4*)from)[i];
        words[4 * i] = q.x, words[4 * i + 1] = q.y, words[4 * i + 2] = q.z, words[4 * i + 3] = q.w;
      }
      return;
    }
  }
  if constexpr (B % 8 == 0) {
    if (!(at & 7)) {
#pragma unroll
      for (int i = 0; i < B / 8; i++) {
        uint2 q = ((const uint2*)from)[i];
        words[2 * i] = q.x, words[2 * i + 1] = q.y;
      }
      return;
    }
  }
  int shift = (int)(at & 3) * 8;
  const u32* w = (const u32*)(at & ~(u64)3);
  if (!shift) {
#pragma unroll
    for (int i = 0; i < B / 4; i++) words[i] = w[i];
    return;
  }
  u32 low = w[0];  // only words that contain a requested byte
#pragma unroll
  for (int i = 0; i < B / 4; i++) {
    u32 high = w[i + 1];
    words[i] = (u32)((((u64)high << 32) | low) >> shift);
    low = high;
  }
}

template <int B>
__device__ inline void store_words(char* to, const u32* words) {
  u64 at = (u64)to;
  if constexpr (B % 16 == 0) {
    if (!(at & 15)) {
#pragma unroll
      for (int i = 0; i < B / 16; i++) {
        uint4 q;
        q.x = words[4 * i], q.y = words[4 * i + 1], q.z = words[4 * i + 2], q.w = words[4 * i + 3];
        ((uint4*)to)[i] = q;
      }
      return;
    }
  }
  if constexpr (B % 8 == 0) {
    if (!(at & 7)) {
#pragma unroll
      for (int i = 0; i < B / 8; i++) ((uint2*)to)[i] = uint2{words[2 * i], words[2 * i + 1]};
      return;
    }
  }
  if (!(at & 3)) {
#pragma unroll
    for (int i = 0; i < B / 4; i++) ((u32*)to)[i] = words[i];
    return;
  }
  // Unaligned: whole words in the middle, up to three single bytes at each end.
  const u32 lead = (u32)at & 3u, head = 4 - lead, last = words[B / 4 - 1] >> head * 8;
  u32* w = (u32*)(to + head);
  if (lead != 2) to[0] = (char)words[0];
  if (lead < 3) *(u16*)(to + (lead & 1)) = (u16)(words[0] >> (lead & 1) * 8);
#pragma unroll
  for (int i = 0; i < B / 4 - 1; i++) w[i] = __funnelshift_r(words[i], words[i + 1], head * 8);
  to += B - lead;
  if (lead > 1) *(u16*)to = (u16)last;
  if (lead != 2) to[lead - 1] = (char)(last >> (lead - 1) * 8);
}

// Reinterprets elements as words in registers.
template <int B>
union Bytes {
  u32 words[(B + 3) / 4];
  u8 bytes[B];
};

// A value in device memory.
template <class T_, int N_, int At>
struct Memory {
  using T = T_;
  static constexpr int N = N_;
  MemoryParams p;
  __device__ explicit Memory(const char* record) : p(*(const MemoryParams*)(record + At)) {}
  __device__ const T* row(int z, int y) const { return (const T*)p.data + z * p.sz + y * p.sy; }
  __device__ Px<T, N> px(int z, int y, int x) const {
    const T* a = row(z, y) + x * p.sx;
    Px<T, N> r;
#pragma unroll
    for (int c = 0; c < N; c++) r.v[c] = a[c * p.sc];
    return r;
  }
  template <int V>
  __device__ void run(int z, int y, int x, Px<T, N>* out) const {
    constexpr int bytes = V * N * (int)sizeof(T);
    if constexpr (bytes % 4 == 0) {
      if (p.sx == N && (N == 1 || p.sc == 1)) {
        union {
          u32 words[bytes / 4];
          Px<T, N> px[V];
        } u;
        load_words<bytes>((const char*)(row(z, y) + (i64)x * N), u.words);
#pragma unroll
        for (int k = 0; k < V; k++) out[k] = u.px[k];
        return;
      }
    }
    if constexpr (N > 1 && V * sizeof(T) % 4 == 0) {
      if (p.sx == 1) {  // planar channels
#pragma unroll
        for (int c = 0; c < N; c++) {
          union {
            u32 words[V * sizeof(T) / 4];
            T t[V];
          } u;
          load_words<V*(int)sizeof(T)>((const char*)(row(z, y) + x + c * p.sc), u.words);
#pragma unroll
          for (int k = 0; k < V; k++) out[k].v[c] = u.t[k];
        }
        return;
      }
    }
    if (p.sx == 0) {
      Px<T, N> one = px(z, y, x);
#pragma unroll
      for (int k = 0; k < V; k++) out[k] = one;
      return;
    }
#pragma unroll
    for (int k = 0; k < V; k++) out[k] = px(z, y, x + k);
  }
};

// A step that maps each pixel from the input pixels at the same position. Self has
//   map(z, y, x, Px... in) → Px<T, N>.
template <class Self, class T_, int N_, class A>
struct Mapped {
  using T = T_;
  static constexpr int N = N_;
  A a;
  __device__ explicit Mapped(const char* record) : a(record) {}
  __device__ const Self& self() const { return *(const Self*)this; }
  __device__ Px<T, N> px(int z, int y, int x) const { return self().map(z, y, x, a.px(z, y, x)); }
  template <int V>
  __device__ void run(int z, int y, int x, Px<T, N>* out) const {
    Px<typename A::T, A::N> in[V];
    a.template run<V>(z, y, x, in);
#pragma unroll
    for (int k = 0; k < V; k++) out[k] = self().map(z, y, x + k, in[k]);
  }
};

template <class Self, class T_, int N_, class A, class B>
struct Mapped2 {
  using T = T_;
  static constexpr int N = N_;
  A a;
  B b;
  __device__ explicit Mapped2(const char* record) : a(record), b(record) {}
  __device__ const Self& self() const { return *(const Self*)this; }
  __device__ Px<T, N> px(int z, int y, int x) const {
    return self().map(z, y, x, a.px(z, y, x), b.px(z, y, x));
  }
  template <int V>
  __device__ void run(int z, int y, int x, Px<T, N>* out) const {
    Px<typename A::T, A::N> in_a[V];
    Px<typename B::T, B::N> in_b[V];
    a.template run<V>(z, y, x, in_a);
    b.template run<V>(z, y, x, in_b);
#pragma unroll
    for (int k = 0; k < V; k++) out[k] = self().map(z, y, x + k, in_a[k], in_b[k]);
  }
};

template <class Self, class T_, int N_, class A, class B, class C>
struct Mapped3 {
  using T = T_;
  static constexpr int N = N_;
  A a;
  B b;
  C c;
  __device__ explicit Mapped3(const char* record) : a(record), b(record), c(record) {}
  __device__ const Self& self() const { return *(const Self*)this; }
  __device__ Px<T, N> px(int z, int y, int x) const {
    return self().map(z, y, x, a.px(z, y, x), b.px(z, y, x), c.px(z, y, x));
  }
  template <int V>
  __device__ void run(int z, int y, int x, Px<T, N>* out) const {
    Px<typename A::T, A::N> in_a[V];
    Px<typename B::T, B::N> in_b[V];
    Px<typename C::T, C::N> in_c[V];
    a.template run<V>(z, y, x, in_a);
    b.template run<V>(z, y, x, in_b);
    c.template run<V>(z, y, x, in_c);
#pragma unroll
    for (int k = 0; k < V; k++) out[k] = self().map(z, y, x + k, in_a[k], in_b[k], in_c[k]);
  }
};

// For steps that read other positions than they write: run calls px per pixel.
#define HR_RUN_BY_PIXEL                                           \
  template <int V>                                                \
  __device__ void run(int z, int y, int x, Px<T, N>* out) const { \
    for (int k = 0; k < V; k++) out[k] = px(z, y, x + k);         \
  }

// Pixel by pixel for a run that crosses an edge. The rolled loop keeps this rare path small.
template <int V, class Step>
__device__ void run_by_pixel(const Step& step, int z, int y, int x,
                             Px<typename Step::T, Step::N>* out) {
  Px<typename Step::T, Step::N> made[V];
#pragma unroll 1
  for (int k = 0; k < V; k++) made[k] = step.px(z, y, x + k);
#pragma unroll
  for (int k = 0; k < V; k++) out[k] = made[k];
}

template <class T, int N>
__device__ inline void store_pixel(const MemoryParams& to, int z, int y, int x, const Px<T, N>& v) {
  T* a = (T*)to.data + z * to.sz + y * to.sy + x * to.sx;
#pragma unroll
  for (int c = 0; c < N; c++) a[c * to.sc] = v.v[c];
}

// Stores the last pixels of a row, from x on.
template <class Root>
__device__ inline void store_rest(const MemoryParams& to, const Root& root, int z, int y, int x,
                                  int end) {
#pragma unroll 1
  for (; x < end; x++) store_pixel(to, z, y, x, root.px(z, y, x));
}

template <int V, class T, int N>
__device__ inline void store_run(const MemoryParams& to, int z, int y, int x, const Px<T, N>* v) {
  T* a = (T*)to.data + z * to.sz + y * to.sy + (i64)x * to.sx;
  constexpr int whole = V * N * (int)sizeof(T), plane = V * (int)sizeof(T);
  if constexpr (whole % 4 == 0) {
    if (to.sx == N && (N == 1 || to.sc == 1)) {
      union {
        u32 words[whole / 4];
        Px<T, N> px[V];
      } u;
#pragma unroll
      for (int k = 0; k < V; k++) u.px[k] = v[k];
      store_words<whole>((char*)a, u.words);
      return;
    }
  }
  if constexpr (plane % 4 == 0) {
    if (to.sx == 1) {  // planar channels
#pragma unroll
      for (int c = 0; c < N; c++) {
        union {
          u32 words[plane / 4];
          T t[V];
        } u;
#pragma unroll
        for (int k = 0; k < V; k++) u.t[k] = v[k].v[c];
        store_words<plane>((char*)(a + c * to.sc), u.words);
      }
      return;
    }
  }
#pragma unroll
  for (int k = 0; k < V; k++) store_pixel(to, z, y, x + k, v[k]);
}

// Computes `count` pixels of a run that may wrap to the next row.
template <class Root, int V>
__device__ inline void gather_run(const Root& root, const StoreParams& o, int row, int x, int count,
                                  Px<typename Root::T, Root::N>* out) {
#pragma unroll
  for (int k = 0; k < V; k++) {
    if (k < count) {
      int z = o.nz == 1 ? 0 : row / o.ny;
      out[k] = root.px(z, row - z * o.ny, x);
      if (++x == o.nx) x = 0, row++;
    }
  }
}

// Kernel body: each thread computes runs of V pixels, for one sample after another. Dense samples
// (contiguous rows that are multiples of V, or shorter than V) are processed as one long row.
template <class Root, int V>
__device__ void compose(const Launch& l) {
  using P = Px<typename Root::T, Root::N>;
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const char* record = l.table + s * l.stride;
    const StoreParams& o = *(const StoreParams*)record;  // no copy: saves registers
    const Root root(record);
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < o.count;
         i += (u64)gridDim.x * blockDim.x) {
      u32 at = o.dense ? (u32)i * V : (u32)i, rows = (u32)o.by_row.by;  // units per row
      u32 row = at >> 31 ? at / rows : divide_short(o.by_row, at);
      int x = (int)(at - row * rows) * (o.dense ? 1 : V);
      int z = o.nz == 1 ? 0 : (int)(row / (u32)o.ny), y = (int)row - z * o.ny;
      i64 left = o.limit - ((i64)row * o.nx + x);
      int valid = left < V ? (int)left : V;
      // The last run of a row is shifted back to end at the row's end, and recomputes some pixels.
      if (!o.dense && valid == V && o.nx >= V) x = min(x, o.nx - V);
      P px[V];
      if (x + valid <= o.nx && valid == V) {
        root.template run<V>(z, y, x, px);
        store_run<V>(o.to, z, y, x, px);
      } else if constexpr (V > 1) {
        if (!o.dense && o.nx - x < valid) valid = o.nx - x;
        gather_run<Root, V>(root, o, (int)row, x, valid, px);
        if (valid == V) {
          store_run<V>(o.to, z, y, x, px);
        } else {
#pragma unroll
          for (int k = 0; k < V; k++) {
            if (k < valid) {
              store_pixel(o.to, z, y, x, px[k]);
              if (++x == o.nx) {
                x = 0;
                if (++y == o.ny) y = 0, z++;
              }
            }
          }
        }
      }
    }
  }
}
