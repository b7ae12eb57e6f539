// Inner loops of convolutions, one table per instruction set.
#pragma once
#include <cstdint>

#include "base/isa.h"

namespace hr {

struct ConvolveTable {
  // sum = half[0] · rows[radius][i] + Σₖ half[k] · (rows[radius - k][i] + rows[radius + k][i]), k =
  // 1 … radius; out[i] = sum · scale (+ out[i] if `add`). Rows may overlap each other, not `out`.
  void (*symmetric)(const float* const* rows, const float* half, int radius, int64_t n, float* out,
                    float scale, bool add);
  // Two rows of a correlation: out[r][i] = Σⱼₖ weight[j · width + k] · rows[r + j][i + k · step] in
  // that order, j < height, k < width; with `add` sums start from out[r][i]. out[1] may be null:
  // then rows[height] is not read.
  void (*correlate)(const float* const* rows, const float* weight, int height, int width,
                    int64_t step, int64_t n, float* const* out, bool add);
  // out[i] = Σₖ weight[k] · rows[k][i], in order of k.
  void (*weigh)(const float* const* rows, const float* weight, int count, int64_t n, float* out);
  // The same for bytes, saturated. Partial sums must fit 16 bits.
  void (*weigh_bytes)(const uint8_t* const* rows, const int16_t* weight, int count, int64_t n,
                      uint8_t* out);
};

#if defined(HR_X86)
namespace avx2 {
const ConvolveTable& convolve_table();
}
namespace avx512 {
const ConvolveTable& convolve_table();
}
#endif
namespace base {
const ConvolveTable& convolve_table();
}

inline const ConvolveTable& convolvers() {
  static const ConvolveTable& t = HR_DISPATCH(convolve_table());
  return t;
}

}  // namespace hr
