// coord_flip, coord_transform: points with coordinates along the last axis.
#pragma once
#include "gpu/device/types.cuh"
#include "operators/coords/coords_params.cuh"

template <class From, class To, class Real>
__device__ void transform_points(const Launch& l) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const PointsParams p = *(const PointsParams*)(l.table + s * l.stride);
    const Real* matrix = (const Real*)(l.arena + p.matrix);
    const i64 count = p.points * p.to;
    for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < count;
         i += (i64)gridDim.x * blockDim.x) {
      i64 point = i / p.to;
      int r = (int)(i - point * p.to);
      const From* in = (const From*)p.in + point * p.from;
      Real sum = 0;
      for (int c = 0; c < p.from; c++) {
        Real term = matrix[r * p.from + c] * convert<Real>(in[c]);
        sum = c ? sum + term : term;
      }
      ((To*)p.out)[i] = convert<To>(sum + matrix[p.to * p.from + r]);
    }
  }
}

template <class T, class Real>
__device__ void flip_points(const Launch& l) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const PointsParams* p = (const PointsParams*)(l.table + s * l.stride);
    const int n = p->from;
    const i64 count = p->points * n;
    for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < count;
         i += (i64)gridDim.x * blockDim.x) {
      int c = (int)(i % n);
      Real v = convert<Real>(((const T*)p->in)[i]);
      v = (v - (Real)p->center[c]) * (Real)p->scale[c] + (Real)0;
      ((T*)p->out)[i] = convert<T>(v);
    }
  }
}
