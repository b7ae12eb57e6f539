// Scanline fill of outlines.
#include "simd/outline.h"

namespace hr::HR_ISA {

void paint_row(uint8_t* __restrict on, uint8_t* __restrict flips, int32_t label,
               int32_t* __restrict out, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    on[i] ^= flips[i];
    flips[i] = 0;
  }
  for (int64_t i = 0; i < n; i++) {
    const int32_t mask = -static_cast<int32_t>(on[i]);
    out[i] = (out[i] & ~mask) | (label & mask);
  }
}

}  // namespace hr::HR_ISA
