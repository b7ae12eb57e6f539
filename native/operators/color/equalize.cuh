// equalize: histograms of all channels, then tables and lookups.
#pragma once
#define HR_COOPERATIVE
#include "gpu/device/compose.cuh"
#include "operators/color/equalize_params.cuh"
#include "operators/color/histogram.cuh"

constexpr int kRun = 16;  // pixels per thread and step

// Calls f(first pixel, number of pixels), for runs of kRun and then single pixels.
template <class F>
__device__ inline void for_each_run(i64 pixels, F f) {
  i64 runs = pixels / kRun, step = (i64)gridDim.x * blockDim.x;
  i64 at = blockIdx.x * (i64)blockDim.x + threadIdx.x;
  for (i64 i = at; i < runs; i += step) f(i * kRun, kRun);
  for (i64 i = runs * kRun + at; i < pixels; i += step) f(i, 1);
}

// Strided: one channel, every stride-th byte.
template <int C, bool Strided>
__device__ void equalize_count(const Launch& l) {
  __shared__ Counts<C> count;
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const EqualizeParams p = *(const EqualizeParams*)(l.table + s * l.stride);
    const u8* in = (const u8*)p.from;
    count.clear();
    __syncthreads();
    for_each_run(p.pixels, [&](i64 i, int n) {
      if (!Strided && n == kRun) {
        u32 words[kRun * C / 4];
        load_words<kRun * C>((const char*)in + i * C, words);
#pragma unroll
        for (int e = 0; e < kRun * C; e++) count.add(e % C, words[e / 4] >> (e % 4 * 8) & 255);
      } else {
        for (int k = 0; k < n; k++)
#pragma unroll
          for (int c = 0; c < C; c++) count.add(c, in[(i + k) * (Strided ? p.stride : C) + c]);
      }
    });
    __syncthreads();
    for (int e = (int)threadIdx.x; e < C * kBins; e += (int)blockDim.x) {
      u32 sum = count.total(e);
      if (sum) atomicAdd((u32*)p.counts + e, sum);
    }
    __syncthreads();
  }
}

// The lowest value maps to 0, the highest to 255; a channel with one value is unchanged.
template <int C>
__device__ inline void equalize_table(u32 (*sums)[C * kBins], u32* lowest, i64 pixels, u8* table) {
  accumulate<C>(sums);
  for (int e = (int)threadIdx.x; e < C * kBins; e += (int)blockDim.x)
    if (sums[0][e] && (e % kBins == 0 || !sums[0][e - 1])) lowest[e / kBins] = sums[0][e];
  __syncthreads();
  for (int e = (int)threadIdx.x; e < C * kBins; e += (int)blockDim.x) {
    u32 low = lowest[e / kBins], sum = sums[0][e];
    float scale = 255.0f / (float)(pixels - (i64)low);
    table[e] = (i64)low == pixels ? (u8)e : sum ? (u8)rintf((float)(sum - low) * scale) : (u8)0;
  }
  __syncthreads();
}

// Steps of as many pixels each as a 255th of those below the highest value; none: nothing changes.
template <int C>
__device__ inline void stepped_table(u32 (*sums)[C * kBins], u32* below, i64 pixels, u8* table) {
  accumulate<C>(sums);
  for (int e = (int)threadIdx.x; e < C * kBins; e += (int)blockDim.x) {
    u32 before = e % kBins ? sums[0][e - 1] : 0;
    if ((i64)sums[0][e] == pixels && (e % kBins == 0 || (i64)before != pixels))
      below[e / kBins] = before;
  }
  __syncthreads();
  for (int e = (int)threadIdx.x; e < C * kBins; e += (int)blockDim.x) {
    u32 step = below[e / kBins] / 255, before = e % kBins ? sums[0][e - 1] : 0;
    u32 level = step ? (step / 2 + before) / step : (u32)(e % kBins);
    table[e] = (u8)(level < 255 ? level : 255);
  }
  __syncthreads();
}

template <int C, bool Strided, bool Stepped>
__device__ void equalize_apply(const Launch& l) {
  __shared__ u32 sums[2][C * kBins];
  __shared__ u32 lowest[C];
  __shared__ u8 table[C * kBins];
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const EqualizeParams p = *(const EqualizeParams*)(l.table + s * l.stride);
    const u8* in = (const u8*)p.from;
    u8* out = (u8*)p.to;
    for (int e = (int)threadIdx.x; e < C * kBins; e += (int)blockDim.x)
      sums[0][e] = ((const u32*)p.counts)[e];
    if (Stepped)
      stepped_table<C>(sums, lowest, p.pixels, table);
    else
      equalize_table<C>(sums, lowest, p.pixels, table);
    for_each_run(p.pixels, [&](i64 i, int n) {
      if (!Strided && n == kRun) {
        u32 words[kRun * C / 4];
        load_words<kRun * C>((const char*)in + i * C, words);
#pragma unroll
        for (int w = 0; w < kRun * C / 4; w++) {
          u32 made = 0;
#pragma unroll
          for (int k = 0; k < 4; k++)
            made |= (u32)table[(4 * w + k) % C * kBins + (words[w] >> (8 * k) & 255)] << (8 * k);
          words[w] = made;
        }
        store_words<kRun * C>((char*)out + i * C, words);
      } else {
        for (int k = 0; k < n; k++)
#pragma unroll
          for (int c = 0; c < C; c++) {
            i64 at = (i + k) * (Strided ? p.stride : C) + c;
            out[at] = table[c * kBins + in[at]];
          }
      }
    });
    __syncthreads();
  }
}
