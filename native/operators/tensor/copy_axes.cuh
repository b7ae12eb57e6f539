// Copies arrays with cropped, reversed or permuted axes, for windows that cannot be composed. The
// output is contiguous; threads write aligned pieces of 16 bytes.
#pragma once
#include "gpu/device/bounds.cuh"
#include "gpu/device/compose.cuh"
#include "operators/geometry/window_params.cuh"

struct CutElements {
  __device__ explicit CutElements(const float*) {}
  template <class To, class From>
  __device__ To map(From v, i64) const {
    return cut<To>(v);
  }
};

// Factors and offsets by channel, alternating.
struct ScaleElements {
  const float* by;
  __device__ explicit ScaleElements(const float* factors) : by(factors) {}
  template <class To, class From>
  __device__ To map(From v, i64 c) const {
    return convert<To>(convert<float>(v) * by[2 * c] + by[2 * c + 1]);
  }
};

__device__ inline u64 quotient(u64 a, u64 b) { return (a | b) >> 32 ? a / b : (u32)a / (u32)b; }

// ND: number of axes of the records, aligned at the last axis.
template <class To, class From, int ND, class Op>
struct AxesCopier {
  const CopyAxesParams& p;
  const To* fills;
  const From* in;
  To* out;
  Op op;
  __device__ AxesCopier(const Launch& l, const CopyAxesParams& p)
      : p(p),
        fills((const To*)(l.arena + p.fill)),
        in((const From*)p.in),
        out((To*)p.out),
        op((const float*)(l.arena + p.factors)) {}

  __device__ void places(u64 e, i64* at) const {
#pragma unroll
    for (int d = ND - 1; d > 0; d--) {
      u64 q = quotient(e, (u64)p.axis[d].size);
      at[d] = (i64)(e - q * (u64)p.axis[d].size);
      e = q;
    }
    at[0] = (i64)e;
  }
  __device__ i64 channel_of(const i64* at) const {
    i64 c = 0;
#pragma unroll
    for (int d = 0; d < ND; d++)
      if (d == p.channel) c = at[d];
    return c;
  }
  // Offset of the element at axes 0 … n - 1; sets `outside` if it is out of bounds.
  template <int n>
  __device__ i64 offset(const i64* at, bool& outside) const {
    i64 sum = 0;
    outside = false;
#pragma unroll
    for (int d = 0; d < n; d++) {
      const CopyAxisParams& a = p.axis[d];
      i64 i = stand_in<i64>(a.first + at[d] * a.step, a.extent, p.bounds);
      outside |= i < 0;
      sum += i * a.stride;
    }
    return sum;
  }

  __device__ To element(u64 e) const {
    i64 at[ND];
    places(e, at);
    bool outside;
    i64 from = offset<ND>(at, outside), c = channel_of(at);
    return outside ? fills[c] : op.template map<To>(in[from], c);
  }
  // V elements of one row that are all inside or all outside; false: mixed.
  template <int V>
  __device__ bool piece(u64 e, To* made) const {
    const CopyAxisParams& x = p.axis[ND - 1];
    i64 at[ND];
    places(e, at);
    if (at[ND - 1] + V > x.size) return false;
    bool by_row = p.channel < ND - 1;  // one channel for the whole row
    bool outside;
    i64 c = channel_of(at), from = offset<ND - 1>(at, outside);
    i64 first = x.first + at[ND - 1] * x.step, last = first + (V - 1) * x.step;
    i64 low = first < last ? first : last, high = first < last ? last : first;
    if (outside || (p.bounds < Bounds::edge && (high < 0 || low >= x.extent))) {
#pragma unroll
      for (int k = 0; k < V; k++) made[k] = fills[by_row ? c : c + k];
      return true;
    }
    if (low < 0 || high >= x.extent) return false;
    const From* row = in + from + first * x.stride;
    i64 step = x.step * x.stride;
    From v[V];
    if (step == 1) {
      union {
        u32 words[V * sizeof(From) / 4 ? V * sizeof(From) / 4 : 1];
        From t[V];
      } u;
      if constexpr (V * sizeof(From) % 4 == 0) {
        load_words<V*(int)sizeof(From)>((const char*)row, u.words);
      } else {
#pragma unroll
        for (int k = 0; k < V; k++) u.t[k] = row[k];
      }
#pragma unroll
      for (int k = 0; k < V; k++) v[k] = u.t[k];
    } else {
#pragma unroll
      for (int k = 0; k < V; k++) v[k] = row[k * step];
    }
#pragma unroll
    for (int k = 0; k < V; k++) made[k] = op.template map<To>(v[k], by_row ? c : c + k);
    return true;
  }
};

template <class To, class From, int ND, class Op>
__device__ void copy_axes(const Launch& l) {
  constexpr int V = 16 / (int)(sizeof(To) > sizeof(From) ? sizeof(To) : sizeof(From));
  constexpr int bytes = V * (int)sizeof(To);
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const CopyAxesParams& p = *(const CopyAxesParams*)(l.table + s * l.stride);
    const AxesCopier<To, From, ND, Op> copier(l, p);
    i64 skew = (i64)(p.out % bytes / sizeof(To)), pieces = (p.count + skew + V - 1) / V;
    for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < pieces;
         i += (i64)gridDim.x * blockDim.x) {
      i64 e = i * V - skew;
      union {
        u32 words[(bytes + 3) / 4];
        To t[V];
      } u;
      if (e >= 0 && e + V <= p.count && copier.template piece<V>((u64)e, u.t)) {
        if constexpr (bytes % 4 == 0) {
          store_words<bytes>((char*)(copier.out + e), u.words);
        } else {
#pragma unroll
          for (int k = 0; k < V; k++) copier.out[e + k] = u.t[k];
        }
        continue;
      }
      i64 end = e + V < p.count ? e + V : p.count;
      for (i64 k = e < 0 ? 0 : e; k < end; k++) copier.out[k] = copier.element((u64)k);
    }
  }
}
