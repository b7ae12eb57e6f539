// jpeg_distortion: the lossy steps of JPEG without entropy coding. Same arithmetic as
// simd/jpeg_distortion.cc. One launch computes planes of distorted colours, another the pixels.
#pragma once
#define HR_COOPERATIVE
#include "gpu/device/compose.cuh"
#include "operators/distortion/jpeg_distortion_params.cuh"

// ---- transforms -------------------------------------------------------------------------------

constexpr int kBits = 13;  // fraction bits of the constants
constexpr int kPass = 2;   // additional fraction bits between the passes

__device__ constexpr int fixed(double x) { return (int)(x * (1 << kBits) + 0.5); }

constexpr int kEven = fixed(0.541196100), kEvenP = kEven + fixed(0.765366865),
              kEvenQ = kEven - fixed(1.847759065);

__device__ inline int to_short(int v) { return clamp_int(v, -32768, 32767); }
template <int Shift>
__device__ inline int descale(int v) {
  return to_short((v + (1 << (Shift - 1))) >> Shift);
}

struct Odd {
  int a, b, c, d;
  __device__ Odd(int x, int y, int z, int w) {
    constexpr int ad = fixed(0.899976223), bc = fixed(2.562915447), ac = fixed(1.961570560),
                  bd = fixed(0.390180644), all = fixed(1.175875602);
    constexpr int aa = fixed(0.298631336) - ad - ac + all, bb = fixed(2.053119869) - bc - bd + all,
                  cc = fixed(3.072711026) - bc - ac + all, dd = fixed(1.501321110) - ad - bd + all;
    a = aa * x + all * y + (all - ac) * z + (all - ad) * w;
    b = all * x + bb * y + (all - bc) * z + (all - bd) * w;
    c = (all - ac) * x + (all - bc) * y + cc * z + all * w;
    d = (all - ad) * x + (all - bd) * y + all * z + dd * w;
  }
};

// One pass over eight numbers.
template <bool Second>
__device__ inline void forward(int* v) {
  constexpr int shift = Second ? kBits + kPass : kBits - kPass;
  int s0 = v[0] + v[7], s1 = v[1] + v[6], s2 = v[2] + v[5], s3 = v[3] + v[4];
  int even = s0 + s3, middle = s1 + s2, p = s0 - s3, q = s1 - s2;
  Odd o(v[3] - v[4], v[2] - v[5], v[1] - v[6], v[0] - v[7]);
  if constexpr (Second) {
    v[0] = (even + middle + (1 << (kPass - 1))) >> kPass;
    v[4] = (even - middle + (1 << (kPass - 1))) >> kPass;
  } else {
    v[0] = (even + middle) * (1 << kPass);
    v[4] = (even - middle) * (1 << kPass);
  }
  v[2] = descale<shift>(kEvenP * p + kEven * q);
  v[6] = descale<shift>(kEven * p + kEvenQ * q);
  v[7] = descale<shift>(o.a);
  v[5] = descale<shift>(o.b);
  v[3] = descale<shift>(o.c);
  v[1] = descale<shift>(o.d);
}

template <bool Second>
__device__ inline void inverse(int* v) {
  constexpr int shift = Second ? kBits + kPass + 3 : kBits - kPass;
  constexpr int one = 1 << kBits;
  int sum = one * (v[0] + v[4]), difference = one * (v[0] - v[4]);
  int p = kEvenP * v[2] + kEven * v[6], q = kEven * v[2] + kEvenQ * v[6];
  int e0 = sum + p, e3 = sum - p, e1 = difference + q, e2 = difference - q;
  Odd o(v[7], v[5], v[3], v[1]);
  v[0] = descale<shift>(e0 + o.d);
  v[7] = descale<shift>(e0 - o.d);
  v[1] = descale<shift>(e1 + o.c);
  v[6] = descale<shift>(e1 - o.c);
  v[2] = descale<shift>(e2 + o.b);
  v[5] = descale<shift>(e2 - o.b);
  v[3] = descale<shift>(e3 + o.a);
  v[4] = descale<shift>(e3 - o.a);
}

// Rounds coefficients, which are scaled by 8, to multiples of their steps, which are not.
__device__ inline int quantised(int x, const JpegStep& q) {
  u32 r = ((u32)(x + (x >> 15) + q.bias) * q.mul >> 16) * q.mul2 >> 16;
  return (int)(r * q.step) - q.back;
}

// ---- planes of distorted colours --------------------------------------------------------------

constexpr int kUnits = 8;            // MCUs side by side per block and step
constexpr int kBlocks = 6 * kUnits;  // 8×8 blocks: four of luma and two of chroma per MCU
constexpr int kRow = 9, kSize = 72;  // strides in shared memory without bank conflicts
constexpr int kSecond = 64;          // 64 JpegSteps of luma, then those of chroma

__device__ constexpr int color(double x) { return (int)(x * 65536 + 0.5); }

struct Ycc {
  int y, cb, cr;
};

__device__ inline Ycc to_ycc(const u8* rgb) {
  constexpr int half = 1 << 15, middle = (128 << 16) + half - 1;
  int r = rgb[0], g = rgb[1], b = rgb[2];
  return {(color(0.299) * r + color(0.587) * g + color(0.114) * b + half) >> 16,
          (middle - color(0.16874) * r - color(0.33126) * g + half * b) >> 16,
          (middle + half * r - color(0.41869) * g - color(0.08131) * b) >> 16};
}

struct JpegPlanes {
  u8* y;
  u8* cb;
  u8* cr;
  int pitch;  // of luma; chroma has half of it
  __device__ explicit JpegPlanes(const JpegParams& p) : pitch(p.units * 16) {
    i64 size = (i64)pitch * ((p.ny + 15) / 16 * 16);
    y = (u8*)p.planes;
    cb = y + size;
    cr = cb + size / 4;
  }
};

// An element of an 8×8 block in shared memory: the blocks of an MCU are adjacent.
__device__ inline int* element(int* blocks, int unit, int block, int y, int x) {
  return blocks + (unit * 6 + block) * kSize + y * kRow + x;
}

// Reads 2×2 pixels with their chroma. Beyond the image the last column and row are repeated: luma
// rows individually, chroma rows after subsampling.
__device__ inline void read_quad(const JpegParams& p, int strip, int unit, int i, int* blocks) {
  constexpr int across = 8 * kUnits;
  int qy = i / across, qx = i % across, lines = (p.ny + 1) / 2;
  int line = strip * 8 + qy, column = unit * 8 + qx;
  if (column >= 8 * p.units) return;
  auto at = [&](int y, int x) {
    y = min(y, p.ny - 1), x = min(x, p.nx - 1);
    return to_ycc((const u8*)p.from + ((i64)y * p.nx + x) * 3);
  };
  int cb = 1 + (column & 1), cr = cb;  // rounds halves alternately down and up
#pragma unroll
  for (int a = 0; a < 2; a++)
#pragma unroll
    for (int b = 0; b < 2; b++) {
      Ycc v = at(2 * min(line, lines - 1) + a, 2 * column + b);
      cb += v.cb;
      cr += v.cr;
      if (line >= lines) v = at(2 * line + a, 2 * column + b);
      int block = qy / 4 * 2 + qx % 8 / 4;
      *element(blocks, qx / 8, block, 2 * qy % 8 + a, 2 * qx % 8 + b) = v.y - 128;
    }
  *element(blocks, qx / 8, 4, qy, qx % 8) = (cb >> 2) - 128;
  *element(blocks, qx / 8, 5, qy, qx % 8) = (cr >> 2) - 128;
}

// Calls f(block, row or column) for all 8×8 blocks of `units` MCUs.
template <class F>
__device__ inline void for_each_eight(int units, F f) {
  __syncthreads();
  for (int i = (int)threadIdx.x; i < units * 48; i += (int)blockDim.x) f(i / 8, i % 8);
}

__device__ inline void distort_columns(int* block, int x, const JpegStep* steps) {
  int v[8];
#pragma unroll
  for (int k = 0; k < 8; k++) v[k] = block[k * kRow + x];
  forward<true>(v);
#pragma unroll
  for (int k = 0; k < 8; k++) v[k] = quantised(v[k], steps[k * 8 + x]);
  inverse<false>(v);
#pragma unroll
  for (int k = 0; k < 8; k++) block[k * kRow + x] = v[k];
}

// Row y of a block, converted to bytes.
__device__ inline void write_row(const JpegPlanes& planes, int strip, int unit, int block, int y,
                                 const int* row) {
  int v[8];
#pragma unroll
  for (int k = 0; k < 8; k++) v[k] = row[k];
  inverse<true>(v);
  u32 words[2] = {0, 0};
#pragma unroll
  for (int k = 0; k < 8; k++) words[k / 4] |= (u32)clamp_int(v[k] + 128, 0, 255) << (k % 4 * 8);
  u8* to;
  if (block < 4)
    to =
        planes.y + (i64)(strip * 16 + block / 2 * 8 + y) * planes.pitch + unit * 16 + block % 2 * 8;
  else
    to =
        (block == 4 ? planes.cb : planes.cr) + (i64)(strip * 8 + y) * (planes.pitch / 2) + unit * 8;
  ((u32*)to)[0] = words[0];
  ((u32*)to)[1] = words[1];
}

__device__ inline void jpeg_distort(const Launch& l) {
  __shared__ int blocks[kBlocks * kSize];
  __shared__ JpegStep steps[2 * kSecond];
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const JpegParams p = *(const JpegParams*)(l.table + s * l.stride);
    const JpegPlanes planes(p);
    for (int i = (int)threadIdx.x; i < 2 * kSecond; i += (int)blockDim.x)
      steps[i] = ((const JpegStep*)(l.arena + p.steps))[i];
    int parts = (p.units + kUnits - 1) / kUnits, all = parts * ((p.ny + 15) / 16);
    for (int part = (int)blockIdx.x; part < all; part += (int)gridDim.x) {
      int strip = part / parts, unit = part % parts * kUnits, units = min(kUnits, p.units - unit);
      for (int i = (int)threadIdx.x; i < 64 * kUnits; i += (int)blockDim.x)
        read_quad(p, strip, unit, i, blocks);
      for_each_eight(units, [&](int block, int y) {
        int* row = blocks + block * kSize + y * kRow;
        int v[8];
#pragma unroll
        for (int k = 0; k < 8; k++) v[k] = row[k];
        forward<false>(v);
#pragma unroll
        for (int k = 0; k < 8; k++) row[k] = v[k];
      });
      for_each_eight(units, [&](int block, int x) {
        distort_columns(blocks + block * kSize, x, steps + (block % 6 < 4 ? 0 : kSecond));
      });
      for_each_eight(units, [&](int block, int y) {
        write_row(planes, strip, unit + block / 6, block % 6, y, blocks + block * kSize + y * kRow);
      });
      __syncthreads();
    }
    __syncthreads();
  }
}

// ---- pixels -----------------------------------------------------------------------------------

// Four adjacent elements of upsampled chroma, starting at column x, a multiple of 4.
__device__ inline void enlarged(const u8* row, const u8* near, int x, int columns, int* out) {
  int i = x / 2;
  if (columns <= 2) {  // narrow images are not smoothed
#pragma unroll
    for (int k = 0; k < 4; k++) out[k] = row[min(i + k / 2, columns - 1)];
    return;
  }
  int sums[4];
#pragma unroll
  for (int k = 0; k < 4; k++) {
    int at = clamp_int(i + k - 1, 0, columns - 1);
    sums[k] = 3 * row[at] + near[at];
  }
#pragma unroll
  for (int k = 0; k < 2; k++) {
    out[2 * k] = (3 * sums[k + 1] + sums[k] + 8) >> 4;
    out[2 * k + 1] = (3 * sums[k + 1] + sums[k + 2] + 7) >> 4;
  }
}

__device__ inline void to_rgb(int y, int cb, int cr, u8* rgb) {
  constexpr int half = 1 << 15;
  int u = cb - 128, v = cr - 128;
  rgb[0] = (u8)clamp_int(y + ((color(1.402) * v + half) >> 16), 0, 255);
  rgb[1] = (u8)clamp_int(y + ((-color(0.34414) * u - color(0.71414) * v + half) >> 16), 0, 255);
  rgb[2] = (u8)clamp_int(y + ((color(1.772) * u + half) >> 16), 0, 255);
}

__device__ inline void jpeg_pixels(const Launch& l) {
  constexpr int run = 4;
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const JpegParams p = *(const JpegParams*)(l.table + s * l.stride);
    const JpegPlanes planes(p);
    int columns = (p.nx + 1) / 2, lines = (p.ny + 1) / 2;
    u32 runs = (u32)(p.nx + run - 1) / run, all = runs * (u32)p.ny;
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; i < all;
         i += (u64)gridDim.x * blockDim.x) {
      int y = (int)((u32)i / runs), x = (int)((u32)i % runs) * run;
      int line = y / 2, beside = clamp_int(y % 2 ? line + 1 : line - 1, 0, lines - 1);
      i64 at = (i64)line * (planes.pitch / 2), near = (i64)beside * (planes.pitch / 2);
      int cb[run], cr[run];
      enlarged(planes.cb + at, planes.cb + near, x, columns, cb);
      enlarged(planes.cr + at, planes.cr + near, x, columns, cr);
      u32 luma = *(const u32*)(planes.y + (i64)y * planes.pitch + x);
      Bytes<3 * run> out;
#pragma unroll
      for (int k = 0; k < run; k++)
        to_rgb((int)(luma >> (8 * k) & 255), cb[k], cr[k], out.bytes + 3 * k);
      u8* to = (u8*)p.to + ((i64)y * p.nx + x) * 3;
      if (x + run <= p.nx) {
        store_words<3 * run>((char*)to, out.words);
      } else {
#pragma unroll
        for (int k = 0; k < 3 * run; k++)
          if (x + k / 3 < p.nx) to[k] = out.bytes[k];
      }
    }
  }
}
