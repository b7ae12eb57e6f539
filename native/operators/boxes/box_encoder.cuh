// box_encoder: first the best anchor of each box, then the box of each anchor.
#pragma once
#define HR_COOPERATIVE
#include "gpu/device/types.cuh"
#include "operators/boxes/boxes_params.cuh"

struct BoxEnds {
  float left, top, right, bottom;
};

__device__ inline const BoxEnds* anchors_of(const Launch& l) {
  return (const BoxEnds*)(l.arena + l.extra[0] + sizeof(EncodingParams));
}

// Intersection over union, as bits: not negative, so bits compare like integers. NaN counts as 0.
__device__ inline i32 overlap_of(const BoxEnds& a, const BoxEnds& b) {
  float own = (b.right - b.left) * (b.bottom - b.top);
  float area = (a.right - a.left) * (a.bottom - a.top);
  float w = (b.right < a.right ? b.right : a.right) - (a.left < b.left ? b.left : a.left);
  float h = (b.bottom < a.bottom ? b.bottom : a.bottom) - (a.top < b.top ? b.top : a.top);
  float common = (w < 0 ? 0 : w) * (h < 0 ? 0 : h), of = area + own - common;
  return common > 0 && of > 0 ? (i32)__float_as_uint(common / of) : 0;
}

constexpr int kMatchThreads = 256;

// The last of the anchors that a box overlaps most. One block per box.
__device__ void match_boxes(const Launch& l) {
  __shared__ u64 most[kMatchThreads];
  const EncodingParams& e = *(const EncodingParams*)(l.arena + l.extra[0]);
  const BoxEnds* anchors = anchors_of(l);
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const BoxEncoderParams p = *(const BoxEncoderParams*)(l.table + s * l.stride);
    for (i64 i = blockIdx.x; i < p.count; i += gridDim.x) {
      const BoxEnds box = ((const BoxEnds*)p.boxes)[i];
      u64 own = 0;
      for (i64 k = threadIdx.x; k < e.anchors; k += blockDim.x) {
        u64 key = (u64)overlap_of(anchors[k], box) << 32 | (u64)k;
        own = key > own ? key : own;
      }
      most[threadIdx.x] = own;
      for (int half = (int)blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < half && most[threadIdx.x + half] > most[threadIdx.x])
          most[threadIdx.x] = most[threadIdx.x + half];
      }
      if (threadIdx.x == 0) ((i32*)p.best)[i] = (i32)(u32)most[0];
      __syncthreads();
    }
  }
}

__device__ inline void centered(const BoxEnds& b, float scale, float* out) {
  out[0] = (b.left + b.right) * 0.5f * scale;
  out[1] = (b.top + b.bottom) * 0.5f * scale;
  out[2] = (b.right - b.left) * scale;
  out[3] = (b.bottom - b.top) * scale;
}

// Assigns each anchor to the box that overlaps it most, or to the box whose best anchor it is.
// Ties: the last one wins.
template <class Label>
__device__ void encode_boxes(const Launch& l) {
  const i32 forced = (i32)__float_as_uint(2.0f);  // larger than any overlap
  const EncodingParams& e = *(const EncodingParams*)(l.arena + l.extra[0]);
  const BoxEnds* anchors = anchors_of(l);
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const BoxEncoderParams p = *(const BoxEncoderParams*)(l.table + s * l.stride);
    const BoxEnds* boxes = (const BoxEnds*)p.boxes;
    for (i64 k = blockIdx.x * (i64)blockDim.x + threadIdx.x; k < e.anchors;
         k += (i64)gridDim.x * blockDim.x) {
      const BoxEnds anchor = anchors[k];
      i32 most = 0;
      i64 found = -1;
      for (i64 i = 0; i < p.count; i++) {
        i32 here = ((const i32*)p.best)[i] == k ? forced : overlap_of(anchor, boxes[i]);
        if (here > 0 && here >= most) most = here, found = i;
      }
      float at[4], made[4];
      centered(anchor, e.scale, at);
      bool matched = found >= 0 && __uint_as_float((u32)most) > e.criteria;
      if (matched) centered(boxes[found], e.scale, made);
      for (int j = 0; j < 4; j++) {
        if (!matched)
          made[j] = e.offset ? 0.0f : at[j];
        else if (e.offset && j < 2)
          made[j] = ((made[j] - at[j]) / at[2 + j] - e.mean[j]) / e.deviation[j];
        else if (e.offset)
          made[j] = (logf(made[j] / at[j]) - e.mean[j]) / e.deviation[j];
        ((float*)p.out)[4 * k + j] = made[j];
      }
      ((i32*)p.out_labels)[k] = matched ? (i32)((const Label*)p.labels)[found] : 0;
    }
  }
}
