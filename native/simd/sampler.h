// Fetching pixels at computed places: one sampler for rotate, warps, remap and displacements.
#pragma once
#include "base/dtype.h"
#include "base/isa.h"
#include "simd/sampler_choices.cuh"

namespace hr {

using hrk::SamplerBorder;
using hrk::SamplerFilter;

// An image (d = 1) or a volume of interleaved channels, and how it is read.
struct SampleSource {
  const uint8_t* data = nullptr;
  DType dtype = DType::u8;
  int64_t d = 1, h = 0, w = 0, c = 1;
  int64_t step = 1;  // elements from one pixel to the next: c, or more
  SamplerFilter interp = SamplerFilter::linear;
  SamplerBorder border = SamplerBorder::constant;
  const uint8_t* fill = nullptr;  // a pixel: the constant, also for sources without pixels
};

struct SamplerTable {
  // Pixels at n places, written densely. Pixel i covers [i, i + 1) along each axis, its centre is
  // at i + 0.5. Places that are no numbers lie far outside. z: null for images; volumes know
  // nn and linear.
  void (*row)(const SampleSource& s, const float* x, const float* y, const float* z, int64_t n,
              uint8_t* out, DType to);
  // Places of n pixels of row y from column x on: m is a 3 × 3 matrix of pixel centres to centres.
  void (*perspective)(const double* m, int64_t x, int64_t y, int64_t n, float* to_x, float* to_y);
};

#if defined(HR_X86)
namespace avx2 {
const SamplerTable& sampler_table();
}
namespace avx512 {
const SamplerTable& sampler_table();
}
#endif
namespace base {
const SamplerTable& sampler_table();
}

inline const SamplerTable& sampler() {
  static const SamplerTable& t = HR_DISPATCH(sampler_table());
  return t;
}

}  // namespace hr
