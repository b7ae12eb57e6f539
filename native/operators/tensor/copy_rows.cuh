// Copies rows of an array to contiguous memory: windows that lie inside of images.
#pragma once
#include "gpu/device/divide.cuh"
#include "operators/tensor/copy_rows_params.cuh"

// Loads 16 bytes from any address by aligned 16-byte blocks that contain one of them.
struct AnySixteen {
  uint4 low, high;
  u32 shift;
  __device__ void load(u64 from) {
    const uint4* block = (const uint4*)(from & ~(u64)15);
    shift = (u32)from & 15;
    low = __ldg(block);
    high = __ldg(block + (shift ? 1 : 0));
  }
  __device__ void get(u32* words) const {
    const u32 all[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
    u32 some[6], five[5];
#pragma unroll
    for (int i = 0; i < 6; i++) some[i] = shift & 8 ? all[i + 2] : all[i];
#pragma unroll
    for (int i = 0; i < 5; i++) five[i] = shift & 4 ? some[i + 1] : some[i];
#pragma unroll
    for (int i = 0; i < 4; i++) words[i] = __funnelshift_r(five[i], five[i + 1], shift * 8);
  }
};

// Threads write aligned pieces of 16 bytes, `Several` at a time. Rows have at least 16 bytes, so
// that a piece spans at most two rows.
template <int Several>
__device__ void copy_rows(const Launch& l) {
  const u32 threads = gridDim.x * blockDim.x;
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const CopyRowsParams p = *(const CopyRowsParams*)(l.table + s * l.stride);
    const u32 bytes = (u32)p.by_bytes.by, lead = (u32)p.out & 15, end = (u32)p.total + lead;
    for (u32 first = blockIdx.x * blockDim.x + threadIdx.x; first * 16 < end;
         first += threads * Several) {
      AnySixteen piece[Several];
      u64 from[Several];
      u32 left[Several];  // bytes to the end of the row; 0: piece is not completely in the sample
#pragma unroll
      for (int k = 0; k < Several; k++) {
        u32 at = (first + k * threads) * 16;
        bool whole = at >= lead && at + 16 <= end;
        at = whole ? at - lead : 0;
        u32 row = divide_short(p.by_bytes, at), x = at - row * bytes;
        left[k] = whole ? bytes - x : 0;
        from[k] = p.in + (u64)row * (u64)p.step + x;
        piece[k].load(from[k]);
      }
#pragma unroll
      for (int k = 0; k < Several; k++) {
        const u32 at = (first + k * threads) * 16;
        if (!left[k]) {
          for (u32 b = max(at, lead); b < min(at + 16, end); b++) {
            u32 row = divide_short(p.by_bytes, b - lead);
            const u8* source = (const u8*)p.in + (u64)row * (u64)p.step;
            ((u8*)p.out)[b - lead] = source[b - lead - row * bytes];
          }
          continue;
        }
        u32 words[4];
        piece[k].get(words);
        if (left[k] < 16) {  // the rest is from the next row
          AnySixteen more;
          u32 below[4];
          more.load(from[k] + (u64)p.step - bytes);
          more.get(below);
#pragma unroll
          for (int i = 0; i < 4; i++) {
            // No clamp_int: nvcc 13.0 then compares with 4 before clamping.
            int own = (int)left[k] - 4 * i;
            u32 mask = own >= 4 ? ~0u : own <= 0 ? 0u : ~0u >> (32 - 8 * own);
            words[i] = (words[i] & mask) | (below[i] & ~mask);
          }
        }
        uint4 q;
        q.x = words[0], q.y = words[1], q.z = words[2], q.w = words[3];
        *(uint4*)(p.out - lead + at) = q;
      }
    }
  }
}
