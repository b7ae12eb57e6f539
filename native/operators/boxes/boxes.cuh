// bb_flip, bbox_paste: boxes of an image that is mirrored or pasted on a larger canvas.
#pragma once
#include "gpu/device/types.cuh"
#include "operators/boxes/boxes_params.cuh"

// Calls f(four numbers) for every box.
template <class T, class Real, class F>
__device__ inline void each_box(const Launch& l, F f) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const BoxesParams* p = (const BoxesParams*)(l.table + s * l.stride);
    for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < p->boxes;
         i += (i64)gridDim.x * blockDim.x) {
      const T* in = (const T*)p->in + 4 * i;
      Real b[4];
      for (int k = 0; k < 4; k++) b[k] = convert<Real>(in[k]);
      f(*p, b);
      T* out = (T*)p->out + 4 * i;
      for (int k = 0; k < 4; k++) out[k] = convert<T>(b[k]);
    }
  }
}

template <class T, class Real>
__device__ void flip_boxes(const Launch& l) {
  each_box<T, Real>(l, [](const BoxesParams& p, Real* b) {
    for (int k = 0; k < 2; k++) {
      if (!p.across[k]) continue;
      Real lo = b[k], second = b[2 + k];
      b[k] = p.ends ? (Real)1 - second : (Real)1 - lo - second;
      if (p.ends) b[2 + k] = (Real)1 - lo;
    }
  });
}

template <class T, class Real>
__device__ void paste_boxes(const Launch& l) {
  each_box<T, Real>(l, [](const BoxesParams& p, Real* b) {
    const Real scale = (Real)1 / (Real)p.ratio;
    for (int k = 0; k < 2; k++) {
      Real margin = (Real)p.at[k] * ((Real)1 - scale);
      b[k] = b[k] * scale + margin;
      b[2 + k] = b[2 + k] * scale + (p.ends ? margin : (Real)0);
    }
  });
}
