// normalize: computes statistics from totals, and applies them.
#pragma once
#include "operators/reduce/normalize_params.cuh"
#include "operators/reduce/reduce.cuh"

template <class Op, class Total>
struct PutMean {
  __device__ static void put(const Launch&, const ReduceParams& p, i64, i64 k,
                             const typename Op::Acc* total) {
    ((double*)p.center)[k] = (double)(Total)total[0] / (double)p.count;
  }
};

// Zero variance gives factor 0.
__device__ inline double factor_of(const ReduceParams& p, double deviation) {
  double variance = p.degrees > 0 ? deviation / p.degrees + p.epsilon : 0.0;
  return variance > 0 ? p.scale / sqrt(variance) : 0.0;
}

template <class Op>
struct PutFactor {
  __device__ static void put(const Launch& l, const ReduceParams& p, i64, i64 k,
                             const typename Op::Acc* total) {
    double deviation;
    if constexpr (Op::M == 2) {
      double center = ((const double*)place(l, p.center, p.attached & 1))[k];
      deviation = deviation_of<typename Op::T>(total[0], total[1], p.count, center);
    } else {
      deviation = total[0];
    }
    ((double*)p.factor)[k] = factor_of(p, deviation);
  }
};

template <class Op, class Total>
struct PutBoth {
  __device__ static void put(const Launch& l, const ReduceParams& p, i64 part, i64 k,
                             const typename Op::Acc* total) {
    PutMean<Op, Total>::put(l, p, part, k, total);
    PutFactor<Op>::put(l, p, part, k, total);
  }
};

// Segments of K ≤ 4 interleaved results; each thread processes a run of elements.
template <class To, class From, class Real, int K>
__device__ void normalize_rows(const Launch& l) {
  constexpr int large = sizeof(To) > sizeof(From) ? sizeof(To) : sizeof(From);
  constexpr int small = sizeof(To) < sizeof(From) ? sizeof(To) : sizeof(From);
  constexpr int run = 16 / large > 4 / small ? 16 / large : 4 / small, elements = run * K;
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const NormalizeParams& p = *(const NormalizeParams*)(l.table + s * l.stride);
    const double* centers = (const double*)place(l, p.center, p.attached & 1);
    const double* factors = (const double*)place(l, p.factor, p.attached & 2);
    i64 all = p.segments * p.units;
    Real shift = (Real)p.shift;
    for (i64 u = blockIdx.x * (i64)blockDim.x + threadIdx.x; u < all;
         u += (i64)gridDim.x * blockDim.x) {
      i64 segment = p.segments == 1 ? 0 : divide(p.by_units, u);
      i64 at = (u - segment * p.units) * elements;
      i64 k = offset_at(p.size, p.step, p.naxes, segment);
      Real center[K], factor[K];
#pragma unroll
      for (int c = 0; c < K; c++) {
        center[c] = (Real)centers[k + c];
        factor[c] = (Real)factors[k + c];
      }
      const From* in = (const From*)p.in + segment * p.length + at;
      To* out = (To*)p.out + segment * p.length + at;
      if (p.length - at >= elements) {
        union {
          u32 words[elements * sizeof(From) / 4];
          From v[elements];
        } x;
        union {
          u32 words[elements * sizeof(To) / 4];
          To v[elements];
        } y;
        load_words<elements*(int)sizeof(From)>((const char*)in, x.words);
#pragma unroll
        for (int e = 0; e < elements; e++)
          y.v[e] = convert<To>(((Real)x.v[e] - center[e % K]) * factor[e % K] + shift);
        store_words<elements*(int)sizeof(To)>((char*)out, y.words);
      } else {
        for (int r = 0, rows = (int)(p.length - at) / K; r < rows; r++) {
#pragma unroll
          for (int c = 0; c < K; c++)
            out[r * K + c] = convert<To>(((Real)in[r * K + c] - center[c]) * factor[c] + shift);
        }
      }
    }
  }
}

// Any number of interleaved results; each thread processes one element.
template <class To, class From, class Real>
__device__ void normalize_columns(const Launch& l) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const NormalizeParams& p = *(const NormalizeParams*)(l.table + s * l.stride);
    const double* centers = (const double*)place(l, p.center, p.attached & 1);
    const double* factors = (const double*)place(l, p.factor, p.attached & 2);
    i64 all = p.segments * p.length;
    Real shift = (Real)p.shift;
    for (i64 e = blockIdx.x * (i64)blockDim.x + threadIdx.x; e < all;
         e += (i64)gridDim.x * blockDim.x) {
      i64 segment = p.segments == 1 ? 0 : divide(p.by_units, e);
      i64 at = e - segment * p.length;
      i64 k =
          offset_at(p.size, p.step, p.naxes, segment) + at - divide(p.by_columns, at) * p.columns;
      Real v = ((Real)((const From*)p.in)[e] - (Real)centers[k]) * (Real)factors[k] + shift;
      ((To*)p.out)[e] = convert<To>(v);
    }
  }
}
