// clahe: tables of tiles, then lookups blended between tiles. Luma: applies to the lightness of RGB
// pixels, which both launches compute.
#pragma once
#define HR_COOPERATIVE
#include "gpu/device/compose.cuh"
#include "operators/color/histogram.cuh"
#include "operators/color/lab.cuh"

// Tables of L*a*b* in shared memory; absent in kernels that do not need them.
template <bool Luma>
struct SharedLab {
  LabParams t;
  __device__ void load(const Launch& l) {
    static_assert(sizeof(LabParams) % 4 == 0, "whole words");
    const u32* from = (const u32*)(l.arena + l.extra[0]);
    for (int i = (int)threadIdx.x; i < (int)sizeof(LabParams) / 4; i += (int)blockDim.x)
      ((u32*)&t)[i] = from[i];
    __syncthreads();
  }
};
template <>
struct SharedLab<false> {
  __device__ void load(const Launch&) {}
};

__device__ inline int clahe_mirrored(const ClaheAxisParams& a, int at) {
  if (at < a.n) return at;
  if (a.n == 1) return 0;
  int period = 2 * (a.n - 1);
  at %= period;
  return at < a.n ? at : period - at;
}

// The clipped excess is distributed evenly over all bins; its remainder at equal intervals.
__device__ inline void clahe_table(const ClaheParams& p, u32 (*sums)[kBins], u32* excess, u8* to) {
  __syncthreads();
  for (int v = (int)threadIdx.x; v < kBins; v += (int)blockDim.x)
    if (sums[0][v] > p.limit) {
      atomicAdd(excess, sums[0][v] - p.limit);
      sums[0][v] = p.limit;
    }
  __syncthreads();
  u32 each = *excess / kBins, rest = *excess % kBins, step = rest ? kBins / rest : kBins;
  for (u32 v = threadIdx.x; v < (u32)kBins; v += blockDim.x)
    sums[0][v] += each + (v % step == 0 && v / step < rest ? 1 : 0);
  accumulate<1>(sums);
  for (int v = (int)threadIdx.x; v < kBins; v += (int)blockDim.x) {
    float scaled = (float)sums[0][v] * p.scale;
    to[v] = (u8)rintf(scaled < 255.0f ? scaled : 255.0f);
  }
}

template <int C, bool Luma>
__device__ void clahe_tables(const Launch& l) {
  __shared__ Counts<1> count;
  __shared__ u32 sums[2][kBins];
  __shared__ u32 excess;
  __shared__ SharedLab<Luma> lab;
  lab.load(l);
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const ClaheParams p = *(const ClaheParams*)(l.table + s * l.stride);
    i64 tiles = (i64)p.x.used * p.y.used, all = tiles * (Luma ? 1 : C);
    for (i64 k = blockIdx.x; k < all; k += gridDim.x) {
      int plane = (int)(k / tiles), ty = (int)(k % tiles / p.x.used), tx = (int)(k % p.x.used);
      count.clear();
      if (threadIdx.x == 0) excess = 0;
      __syncthreads();
      u32 area = (u32)p.x.size * (u32)p.y.size;
      for (u32 i = threadIdx.x; i < area; i += blockDim.x) {
        u32 row = i / (u32)p.x.size;
        int y = clahe_mirrored(p.y, ty * p.y.size + (int)row),
            x = clahe_mirrored(p.x, tx * p.x.size + (int)(i - row * (u32)p.x.size));
        const u8* in = (const u8*)p.from + ((i64)y * p.x.n + x) * C;
        if constexpr (Luma)
          count.add(0, (u32)lab_lightness(lab_root(lab.t, 1, in[0], in[1], in[2])));
        else
          count.add(0, in[plane]);
      }
      __syncthreads();
      for (int v = (int)threadIdx.x; v < kBins; v += (int)blockDim.x) sums[0][v] = count.total(v);
      clahe_table(p, sums, &excess, (u8*)p.tables + k * kBins);
      __syncthreads();
    }
  }
}

// The tiles on both sides of a pixel, and its distance from the first one's centre.
struct ClahePlace {
  int first, second;
  float part;
  __device__ ClahePlace(const ClaheAxisParams& a, int at) {
    float p = (float)at * a.inverse - 0.5f, whole = floorf(p);
    part = p - whole;
    first = clamp_int((int)whole, 0, a.used - 1);
    second = (int)whole + 1 < a.used ? (int)whole + 1 : a.used - 1;
  }
};

// One value: mapped by the four surrounding tiles and blended.
__device__ inline int clahe_blend(const u8* upper, const u8* lower, const ClahePlace& x, float down,
                                  int value) {
  i64 a = (i64)x.first * kBins + value, b = (i64)x.second * kBins + value;
  float left = 1.0f - x.part, right = x.part;
  float top = (float)upper[a] * left + (float)upper[b] * right,
        bottom = (float)lower[a] * left + (float)lower[b] * right;
  return (int)rintf(top * (1.0f - down) + bottom * down);
}

template <int C, bool Luma>
__device__ void clahe_apply(const Launch& l) {
  constexpr int run = 4;
  __shared__ SharedLab<Luma> lab;
  lab.load(l);
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const ClaheParams p = *(const ClaheParams*)(l.table + s * l.stride);
    const u8* tables = (const u8*)p.tables;
    i64 row_of_tiles = (i64)p.x.used * kBins, plane = row_of_tiles * p.y.used;
    u32 runs = (u32)(p.x.n + run - 1) / run, all = runs * (u32)p.y.n;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < all;
         i += (u64)gridDim.x * blockDim.x) {
      int y = (int)((u32)i / runs), x = (int)((u32)i % runs) * run;
      ClahePlace at_y(p.y, y);
      const u8 *upper = tables + at_y.first * row_of_tiles,
               *lower = tables + at_y.second * row_of_tiles;
      auto pixel = [&](int x, const u8* in, u8* out) {
        ClahePlace at(p.x, x);
        if constexpr (Luma) {
          Lab v = lab_from_rgb(lab.t, in[0], in[1], in[2]);
          v.l = clahe_blend(upper, lower, at, at_y.part, v.l);
          lab_to_rgb(lab.t, v, out);
        } else {
#pragma unroll
          for (int c = 0; c < C; c++)
            out[c] = (u8)clahe_blend(upper + c * plane, lower + c * plane, at, at_y.part, in[c]);
        }
      };
      i64 place = ((i64)y * p.x.n + x) * C;
      const char* from = (const char*)p.from + place;
      char* to = (char*)p.to + place;
      if (x + run <= p.x.n) {
        Bytes<run * C> in, out;
        load_words<run * C>(from, in.words);
#pragma unroll
        for (int k = 0; k < run; k++) pixel(x + k, in.bytes + k * C, out.bytes + k * C);
        store_words<run * C>(to, out.words);
      } else {
        for (int k = 0; x + k < p.x.n; k++) pixel(x + k, (const u8*)from + k * C, (u8*)to + k * C);
      }
    }
  }
}
