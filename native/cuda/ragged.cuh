// Ragged batches: one launch for all samples; each block row looks up its sample's descriptor.
#pragma once

typedef long long int64;
typedef unsigned long long uint64;

// Written by headrace/engine/cuda.py, uploaded in one copy.
struct Sample {
  uint64 in, out;
  int64 p[14];  // what the kernel needs to know of the sample
};

// f(index, sample) for every element of this block row's sample.
template <class F>
__device__ void for_each(const Sample* samples, int64 count, F f) {
  for (int64 i = blockIdx.x * (int64)blockDim.x + threadIdx.x; i < count;
       i += (int64)gridDim.x * blockDim.x)
    f(i);
}
