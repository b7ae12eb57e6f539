// RGB bytes to CIE L*a*b* and back, in fixed point: see Note [Lab in fixed point] in simd/lab.h.
#pragma once
#include "gpu/device/types.cuh"
#include "operators/color/clahe_params.cuh"

struct Lab {
  int l, a, b;
};

__device__ inline int lab_shift(int v, int bits) { return (v + (1 << (bits - 1))) >> bits; }

__device__ inline int lab_root(const LabParams& t, int row, int r, int g, int b) {
  int sum =
      t.to_xyz[row][0] * t.light[r] + t.to_xyz[row][1] * t.light[g] + t.to_xyz[row][2] * t.light[b];
  return t.root[lab_shift(sum, 12)];
}

__device__ inline int lab_lightness(int y) {
  constexpr int scale = (116 * 255 + 50) / 100, offset = -((16 * 255 * (1 << 15) + 50) / 100);
  return clamp_int(lab_shift(scale * y + offset, 15), 0, 255);
}

__device__ inline Lab lab_from_rgb(const LabParams& t, int r, int g, int b) {
  int x = lab_root(t, 0, r, g, b), y = lab_root(t, 1, r, g, b), z = lab_root(t, 2, r, g, b);
  constexpr int middle = 128 << 15;
  return {lab_lightness(y), clamp_int(lab_shift(500 * (x - y) + middle, 15), 0, 255),
          clamp_int(lab_shift(200 * (y - z) + middle, 15), 0, 255)};
}

// Inverse of the cube root, or of the linear part near 0.
__device__ inline int lab_cube(int v) {
  constexpr int one = 1 << 14;
  int line = (int)((float)(v * 108) / 841.0f) - one * 16 / 116 * 108 / 841;
  int power = ((v * v >> 14) * v) >> 14;
  return v <= one * 6 / 29 ? line : power;
}

__device__ inline void lab_to_rgb(const LabParams& t, const Lab& v, u8* rgb) {
  constexpr int one = 1 << 14;
  int da = ((5 * v.a * 53687 + (1 << 7)) >> 13) - 128 * one / 500;
  int db = ((v.b * 41943 + (1 << 4)) >> 9) - 128 * one / 200 + 1;
  int root = t.fy[v.l], x = lab_cube(root + da), y = t.y[v.l], z = lab_cube(root - db);
#pragma unroll
  for (int c = 0; c < 3; c++) {
    int sum = t.from_xyz[c][0] * x + t.from_xyz[c][1] * y + t.from_xyz[c][2] * z;
    rgb[c] = t.gamma[clamp_int(lab_shift(sum, 12 + 14 - 12), 0, 4095)];
  }
}
