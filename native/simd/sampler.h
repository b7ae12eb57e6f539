// Samples images at computed positions: one sampler for rotate, warp, remap and displacement.
#pragma once
#include "base/dtype.h"
#include "base/isa.h"
#include "simd/sampler_choices.cuh"

namespace hr {

using hrk::SamplerBorder;
using hrk::SamplerFilter;

// An image (d = 1) or volume with interleaved channels, and how to sample it.
struct SampleSource {
  const uint8_t* data = nullptr;
  DType dtype = DType::u8;
  int64_t d = 1, h = 0, w = 0, c = 1;
  int64_t step = 1;  // elements per pixel: c or more
  SamplerFilter interp = SamplerFilter::linear;
  SamplerBorder border = SamplerBorder::constant;
  const uint8_t* fill = nullptr;  // one pixel; also used for empty sources
};

struct SamplerTable {
  // Pixels at n positions, written densely. Pixel i covers [i, i + 1) along each axis, its centre
  // is i + 0.5. NaN positions lie far outside. z: null for images; volumes: nn and linear only.
  void (*row)(const SampleSource& s, const float* x, const float* y, const float* z, int64_t n,
              uint8_t* out, DType to);
  // Source positions of n pixels of row y from column x. m: 3 × 3, maps centres to centres.
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
