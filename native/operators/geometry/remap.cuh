// remap: samples pixels at positions given by two more inputs.
#pragma once
#include "operators/geometry/sampler.cuh"

// Maps are read by address: one position for all channels, whatever x counts.
template <class T_, int N_, int At, class In, class X, class Y, SamplerFilter Filter,
          Bounds kBounds, int Spatial>
struct Remap : Sampled<Remap<T_, N_, At, In, X, Y, Filter, kBounds, Spatial>, T_, N_, At, In,
                       RemapParams, Filter, kBounds, Spatial> {
  using Base = Sampled<Remap, T_, N_, At, In, RemapParams, Filter, kBounds, Spatial>;
  using Base::Base;
  __device__ Place place(int, int y, int x) const {
    const RemapParams& p = this->p;
    i64 i = (i64)y * p.columns + x;
    return {convert<float>(((const typename X::T*)p.map_x)[i]) + p.shift,
            convert<float>(((const typename Y::T*)p.map_y)[i]) + p.shift, 0.0f};
  }
};
