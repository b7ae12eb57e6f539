// Totals over chosen axes of samples: loops over the operations of reduce_ops.cuh. A `Sink`
// receives each total: stores a partial total (Keep), or computes a result of reduce
// (reduce_finish.cuh) or of normalize.
#pragma once
#define HR_COOPERATIVE
#include "gpu/device/compose.cuh"
#include "gpu/device/divide.cuh"
#include "operators/reduce/reduce_ops.cuh"
#include "operators/reduce/reduce_params.cuh"

// ---- sinks ------------------------------------------------------------------------------------

__device__ inline const char* place(const Launch& l, u64 at, int attached) {
  return attached ? l.arena + at : (const char*)at;
}

template <class Op>
struct Keep {
  __device__ static void put(const Launch&, const ReduceParams& p, i64 part, i64 k,
                             const typename Op::Acc* total) {
    typename Op::Acc* to = (typename Op::Acc*)p.partial + (part * p.kept + k) * Op::M;
#pragma unroll
    for (int m = 0; m < Op::M; m++) to[m] = total[m];
  }
};

template <class Op>
__device__ inline double center_of(const Launch& l, const ReduceParams& p, i64 k) {
  if constexpr (Op::centered) {
    const typename Op::C* c = (const typename Op::C*)place(l, p.center, p.attached & 1);
    return (double)c[k * p.center_step];
  } else {
    return 0;
  }
}

// Squared distances from `center`, computed from moments. Exact sums relative to an integer near
// the centre avoid cancellation.
template <class T>
__device__ inline double deviation_of(u64 sum, u64 squares, i64 count, double center) {
  double lo = (double)Limits<T>::lo, hi = (double)Limits<T>::hi;
  double near = center > lo ? center : lo;
  near = rint(near < hi ? near : hi);
  u64 pivot = (u64)(i64)near, n = (u64)count;
  double about = (double)(i64)(squares - 2 * pivot * sum + n * pivot * pivot);
  double first = (double)(i64)(sum - n * pivot), off = center - near;
  return about - 2 * off * first + (double)count * (off * off);
}

// ---- loops ------------------------------------------------------------------------------------

constexpr int most_threads_of_totals = 256;

__device__ inline i64 kept_offset(const ReduceParams& p, i64 group) {
  return offset_at(p.kept_size, p.kept_step, p.nkept, group);
}
__device__ inline i64 reduced_offset(const ReduceParams& p, i64 segment) {
  return offset_at(p.reduced_size, p.reduced_step, p.nreduced, segment);
}

// The total of `group` adjacent threads, returned to all of them.
template <class Op>
__device__ inline typename Op::Acc join_group(typename Op::Acc a, int group) {
  __shared__ typename Op::Acc of_warps[most_threads_of_totals / 32];
  for (int by = (group < 32 ? group : 32) / 2; by; by /= 2)
    a = Op::join(a, __shfl_xor_sync(~0u, a, by));
  if (group <= 32) return a;
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = a;
  __syncthreads();
  a = of_warps[0];
  for (int w = 1; w < (int)blockDim.x / 32; w++) a = Op::join(a, of_warps[w]);
  __syncthreads();
  return a;
}

// Bytes per thread and step, for K interleaved columns and for many.
template <int K>
inline constexpr int unit_bytes = K == 1 ? 32 : 16 * K;
constexpr int column_bytes = 8;

// Results in groups of K ≤ 4 interleaved columns.
template <class Op, class Sink, int K>
__device__ void reduce_rows(const Launch& l) {
  using T = typename Op::T;
  using Acc = typename Op::Acc;
  using Unit = typename Op::Unit;
  constexpr int M = Op::M, bytes = unit_bytes<K>, elements = bytes / (int)sizeof(T);
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const ReduceParams& p = *(const ReduceParams*)(l.table + s * l.stride);
    int group = p.group < (int)blockDim.x ? p.group : (int)blockDim.x;
    int together = (int)blockDim.x / group, lane = (int)threadIdx.x & (group - 1);
    i64 items = p.groups * p.parts, all_units = p.segments * p.units, length = p.rows * K;
    // All threads of a block run equally many iterations: join_group synchronises them.
    for (i64 first = (i64)blockIdx.x * together; first < items;
         first += (i64)gridDim.x * together) {
      i64 item = first + (int)threadIdx.x / group;
      i64 part = divide(p.by_groups, item), g = item - part * p.groups;
      i64 end = item < items ? (part + 1) * p.share : 0;
      if (end > all_units) end = all_units;
      Acc acc[K * M];
      double center[K];
#pragma unroll
      for (int i = 0; i < K * M; i++) acc[i] = Op::start();
#pragma unroll
      for (int c = 0; c < K; c++) center[c] = item < items ? center_of<Op>(l, p, g * K + c) : 0;
      const T* in = (const T*)p.in + kept_offset(p, g);
      for (i64 u = part * p.share + lane; u < end; u += group) {
        i64 segment = p.segments == 1 ? 0 : divide(p.by_units, u);
        i64 at = (u - segment * p.units) * elements;
        const T* a = in + reduced_offset(p, segment) + at;
        Unit unit[K * M];
#pragma unroll
        for (int i = 0; i < K * M; i++) unit[i] = Op::unit_start();
        if (length - at >= elements) {
          union {
            u32 words[bytes / 4];
            T t[elements];
          } x;
          load_words<bytes>((const char*)a, x.words);
#pragma unroll
          for (int e = 0; e < elements; e++) Op::add(unit + e % K * M, x.t[e], center[e % K]);
        } else {
          for (int r = 0, rows = (int)(length - at) / K; r < rows; r++) {
#pragma unroll
            for (int c = 0; c < K; c++) Op::add(unit + c * M, a[r * K + c], center[c]);
          }
        }
#pragma unroll
        for (int i = 0; i < K * M; i++) Op::merge(acc[i], unit[i]);
      }
#pragma unroll
      for (int i = 0; i < K * M; i++) acc[i] = join_group<Op>(acc[i], group);
      if (lane || item >= items) continue;
#pragma unroll
      for (int c = 0; c < K; c++) Sink::put(l, p, part, g * K + c, acc + c * M);
    }
  }
}

// Totals of a block in which thread t holds row t / width, column t % width. Row 0 gets results.
template <class Op>
__device__ inline void join_columns(typename Op::Acc* a, int width, int height) {
  using Acc = typename Op::Acc;
  __shared__ Acc all[most_threads_of_totals * Op::M];
  int t = (int)threadIdx.x, row = t / width, half = 1;
  while (half < height) half *= 2;
#pragma unroll
  for (int m = 0; m < Op::M; m++) all[t * Op::M + m] = a[m];
  __syncthreads();
  for (half /= 2; half; half /= 2) {
    if (row < half && row + half < height) {
#pragma unroll
      for (int m = 0; m < Op::M; m++) {
        Acc& mine = all[t * Op::M + m];
        mine = Op::join(mine, all[(t + half * width) * Op::M + m]);
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int m = 0; m < Op::M; m++) a[m] = all[t * Op::M + m];
  __syncthreads();
}

template <class Op>
__device__ inline void add_one(typename Op::Acc* acc, typename Op::T v, double center) {
  typename Op::Unit unit[Op::M];
#pragma unroll
  for (int m = 0; m < Op::M; m++) unit[m] = Op::unit_start();
  Op::add(unit, v, center);
#pragma unroll
  for (int m = 0; m < Op::M; m++) Op::merge(acc[m], unit[m]);
}

// Any number of columns: each thread has W adjacent columns.
template <class Op, class Sink>
__device__ void reduce_columns(const Launch& l) {
  using T = typename Op::T;
  constexpr int M = Op::M, W = column_bytes / (int)sizeof(T);
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const ReduceParams& p = *(const ReduceParams*)(l.table + s * l.stride);
    i64 across = (p.columns + W - 1) / W, all_rows = p.segments * p.rows;
    int width = across < (i64)blockDim.x ? (int)across : (int)blockDim.x;
    int height = (int)blockDim.x / width, row = (int)threadIdx.x / width;
    i64 tiles = (across + width - 1) / width, items = tiles * p.groups * p.parts;
    for (i64 item = blockIdx.x; item < items; item += gridDim.x) {
      i64 rest = item / tiles, part = rest / p.groups, g = rest - part * p.groups;
      i64 column = ((item - rest * tiles) * width + (int)threadIdx.x % width) * W;
      i64 k = g * p.columns + column, end = (part + 1) * p.share;
      int valid = p.columns - column < W ? (int)(p.columns - column) : W;
      if (row >= height || valid < 0) valid = 0;
      if (end > all_rows) end = all_rows;
      typename Op::Acc acc[W * M];
      double center[W];
#pragma unroll
      for (int c = 0; c < W; c++) {
        center[c] = c < valid ? center_of<Op>(l, p, k + c) : 0;
#pragma unroll
        for (int m = 0; m < M; m++) acc[c * M + m] = Op::start();
      }
      const T* in = (const T*)p.in + kept_offset(p, g) + column;
#pragma unroll 2
      for (i64 r = part * p.share + row; r < (valid ? end : 0); r += height) {
        i64 segment = p.segments == 1 ? 0 : divide(p.by_units, r);
        const T* a = in + reduced_offset(p, segment) + (r - segment * p.rows) * p.columns;
        if (valid == W) {
          union {
            u32 words[column_bytes / 4];
            T t[W];
          } x;
          load_words<column_bytes>((const char*)a, x.words);
#pragma unroll
          for (int c = 0; c < W; c++) add_one<Op>(acc + c * M, x.t[c], center[c]);
        } else {
#pragma unroll
          for (int c = 0; c < W; c++)
            if (c < valid) add_one<Op>(acc + c * M, a[c], center[c]);
        }
      }
#pragma unroll
      for (int c = 0; c < W; c++) {
        if (height > 1) join_columns<Op>(acc + c * M, width, height);
        if (c < valid && row == 0) Sink::put(l, p, part, k + c, acc + c * M);
      }
    }
  }
}

// One thread per result, for results with few elements.
template <class Op, class Sink>
__device__ void reduce_each(const Launch& l) {
  using T = typename Op::T;
  using Acc = typename Op::Acc;
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const ReduceParams& p = *(const ReduceParams*)(l.table + s * l.stride);
    for (i64 k = blockIdx.x * (i64)blockDim.x + threadIdx.x; k < p.kept;
         k += (i64)gridDim.x * blockDim.x) {
      i64 g = divide(p.by_columns, k), column = k - g * p.columns;
      const T* in = (const T*)p.in + kept_offset(p, g) + column;
      Acc acc[Op::M];
#pragma unroll
      for (int m = 0; m < Op::M; m++) acc[m] = Op::start();
      double center = center_of<Op>(l, p, k);
      for (i64 segment = 0; segment < p.segments; segment++) {
        const T* a = in + reduced_offset(p, segment);
#pragma unroll 4
        for (i64 r = 0; r < p.rows; r++) add_one<Op>(acc, a[r * p.columns], center);
      }
      Sink::put(l, p, 0, k, acc);
    }
  }
}

// Joins the partial totals of all results.
template <class Op, class Sink>
__device__ void join_parts(const Launch& l) {
  using Acc = typename Op::Acc;
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const ReduceParams& p = *(const ReduceParams*)(l.table + s * l.stride);
    int width = p.kept < (i64)blockDim.x ? (int)p.kept : (int)blockDim.x;
    int height = (int)blockDim.x / width, row = (int)threadIdx.x / width;
    i64 tiles = (p.kept + width - 1) / width;
    for (i64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      i64 k = tile * width + (int)threadIdx.x % width;
      bool mine = row < height && k < p.kept;
      Acc acc[Op::M];
#pragma unroll
      for (int m = 0; m < Op::M; m++) acc[m] = Op::start();
      for (i64 part = row; part < (mine ? p.parts : 0); part += height) {
        const Acc* from = (const Acc*)p.partial + (part * p.kept + k) * Op::M;
#pragma unroll
        for (int m = 0; m < Op::M; m++) acc[m] = Op::join(acc[m], from[m]);
      }
      join_columns<Op>(acc, width, height);
      if (mine && row == 0) Sink::put(l, p, 0, k, acc);
    }
  }
}
