// erase: overwrites regions with a value.
#pragma once
#include "gpu/device/compose.cuh"
#include "operators/geometry/erase_params.cuh"

template <class T_, int N_, int At, class In>
struct Erase {
  using T = T_;
  static constexpr int N = N_;
  In in;
  EraseParams p;
  const EraseRegion* regions;
  const u64* fills;
  __device__ explicit Erase(const char* record)
      : in(record), p(*(const EraseParams*)(record + At)) {
    regions = attached<EraseRegion>(record, p.at);
    fills = attached<u64>(record, p.fills);
  }

  __device__ static bool between(int v, const int* ends) { return v >= ends[0] && v < ends[1]; }
  // Writes the elements of pixel x that belong to the region.
  __device__ void write(const EraseRegion& r, int z, int x, Px<T, N>& v) const {
    bool mixed = N == 1 && p.channels > 1 && (p.fill_by == 1 || p.by_channel);
    int of_element = mixed ? x % p.channels : 0;
#pragma unroll
    for (int c = 0; c < N; c++) {
      int channel = N > 1 ? c : of_element;
      if (p.by_channel && !between(channel, r.c)) continue;
      v.v[c] = *(const T*)(fills + (p.fill_by == 0 ? 0 : p.fill_by == 1 ? channel : z));
    }
  }
  __device__ Px<T, N> px(int z, int y, int x) const {
    Px<T, N> v = in.px(z, y, x);
    for (int k = 0; k < p.regions; k++) {
      const EraseRegion& r = regions[k];
      if (between(z, r.z) && between(y, r.y) && between(x, r.x)) write(r, z, x, v);
    }
    return v;
  }
  template <int V>
  __device__ void run(int z, int y, int x, Px<T, N>* out) const {
    if constexpr (V == 1) {
      out[0] = px(z, y, x);
    } else {
      in.template run<V>(z, y, x, out);
      for (int k = 0; k < p.regions; k++) {
        const EraseRegion& r = regions[k];
        if (!between(z, r.z) || !between(y, r.y) || x + V <= r.x[0] || x >= r.x[1]) continue;
#pragma unroll
        for (int j = 0; j < V; j++)
          if (between(x + j, r.x)) write(r, z, x + j, out[j]);
      }
    }
  }
};

// Element by element, for any axes.
template <class T>
__device__ void erase_axes(const Launch& l) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const EraseAxesParams& p = *(const EraseAxesParams*)(l.table + s * l.stride);
    const T* in = (const T*)p.in;
    T* out = (T*)p.out;
    const u64* fills = (const u64*)(l.arena + p.fills);
    for (i64 e = blockIdx.x * (i64)blockDim.x + threadIdx.x; e < p.count;
         e += (i64)gridDim.x * blockDim.x) {
      bool erased = false;
      i64 channel = 0;
      const i64* region = (const i64*)(l.arena + p.at);
      for (int k = 0; k < p.regions; k++, region += 2 * p.ndim) {
        bool covered = true;
        i64 rest = e;
        for (int d = p.ndim - 1; d >= 0; d--) {
          i64 at = rest % p.size[d];
          rest /= p.size[d];
          covered = covered && at >= region[2 * d] && at < region[2 * d + 1];
          if (d == p.channel) channel = at;
        }
        erased = erased || covered;
      }
      out[e] = erased ? *(const T*)(fills + channel) : in[e];
    }
  }
}
