// Strided copy of byte runs: parts of `cat`, axes that `transpose` keeps together.
#pragma once
#include "gpu/device/compose.cuh"
#include "gpu/device/divide.cuh"
#include "operators/tensor/copy_runs_params.cuh"

// Runs of at least 16 bytes, in pieces of 16. The last piece of a run may overlap the previous one.
struct Sixteen {
  __device__ static i64 at(i64 piece, i64 bytes) {
    return piece * 16 < bytes - 16 ? piece * 16 : bytes - 16;
  }
  __device__ static void copy(const char* from, char* to) {
    u32 words[4];
    load_words<16>(from, words);
    store_words<16>(to, words);
  }
};

// Shorter runs, element by element.
template <class W>
struct Single {
  __device__ static i64 at(i64 piece, i64) { return piece * (i64)sizeof(W); }
  __device__ static void copy(const char* from, char* to) { *(W*)to = *(const W*)from; }
};

template <class Piece>
__device__ void copy_runs(const Launch& l) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const CopyRunsParams& p = *(const CopyRunsParams*)(l.table + s * l.stride);
    i64 all = p.runs * p.pieces;
    for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
         i += (i64)gridDim.x * blockDim.x) {
      i64 run = p.runs == 1 ? 0 : divide(p.by_pieces, i);
      i64 at = Piece::at(i - run * p.pieces, p.bytes);
      const char* from = (const char*)p.in + at + offset_at(p.size, p.in_step, p.naxes, run);
      char* to = (char*)p.out + at + offset_at(p.size, p.out_step, p.naxes, run);
      Piece::copy(from, to);
    }
  }
}
