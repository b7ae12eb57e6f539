// multi_paste: computes every run of a row from its regions, topmost first.
#pragma once
#include "gpu/device/compose.cuh"
#include "operators/geometry/multi_paste_params.cuh"

template <class To, class From>
__device__ inline To pasted(const PasteRegion* regions, int count, int y, int x) {
  for (int k = 0; k < count; k++) {
    const PasteRegion& r = regions[k];
    if (y >= r.y0 && y < r.y1 && x >= r.x0 && x < r.x1)
      return convert<To>(((const From*)r.in)[(y - r.y0) * r.pitch + (x - r.x0)]);
  }
  return To(0);
}

// The whole run, if one region or none covers it.
template <int V, class To, class From>
__device__ inline bool pasted_run(const PasteRegion* regions, int count, int y, int x, To* out) {
  const PasteRegion* top = 0;
  for (int k = 0; k < count && !top; k++) {
    const PasteRegion& r = regions[k];
    if (y >= r.y0 && y < r.y1 && x + V > r.x0 && x < r.x1) top = &r;
  }
  if (!top) {
#pragma unroll
    for (int k = 0; k < V; k++) out[k] = To(0);
    return true;
  }
  if (x < top->x0 || x + V > top->x1) return false;
  const From* from = (const From*)top->in + (y - top->y0) * top->pitch + (x - top->x0);
  union {
    u32 words[(V * sizeof(From) + 3) / 4];
    From t[V];
  } u;
  if constexpr (V * sizeof(From) % 4 == 0) {
    load_words<V*(int)sizeof(From)>((const char*)from, u.words);
  } else {
#pragma unroll
    for (int k = 0; k < V; k++) u.t[k] = from[k];
  }
#pragma unroll
  for (int k = 0; k < V; k++) out[k] = convert<To>(u.t[k]);
  return true;
}

template <class To, class From>
__device__ void multi_paste(const Launch& l) {
  constexpr int V = 16 / (int)(sizeof(To) > sizeof(From) ? sizeof(To) : sizeof(From));
  constexpr int bytes = V * (int)sizeof(To);
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const MultiPasteParams p = *(const MultiPasteParams*)(l.table + s * l.stride);
    const PasteRegion* regions = (const PasteRegion*)(l.arena + p.regions);
    u32 runs = ((u32)p.width + V - 1) / V;
    u64 all = (u64)runs * (u32)p.height;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < all;
         i += (u64)gridDim.x * blockDim.x) {
      int y = (int)(i >> 32 ? i / runs : (u32)i / runs), x = (int)(i - (u64)y * runs) * V;
      To* out = (To*)p.out + (i64)y * p.width + x;
      union {
        u32 words[(bytes + 3) / 4];
        To t[V];
      } u;
      if (x + V <= p.width && pasted_run<V, To, From>(regions, p.count, y, x, u.t)) {
        if constexpr (bytes % 4 == 0) {
          store_words<bytes>((char*)out, u.words);
        } else {
#pragma unroll
          for (int k = 0; k < V; k++) out[k] = u.t[k];
        }
        continue;
      }
      for (int k = 0; k < V && x + k < p.width; k++)
        out[k] = pasted<To, From>(regions, p.count, y, x + k);
    }
  }
}
