// Scanline fill between the crossings of an outline.
#pragma once
#include <cstdint>

#include "base/isa.h"

namespace hr {

#if defined(HR_X86)
namespace avx2 {
void paint_row(uint8_t* on, uint8_t* flips, int32_t label, int32_t* out, int64_t n);
}
namespace avx512 {
void paint_row(uint8_t* on, uint8_t* flips, int32_t label, int32_t* out, int64_t n);
}
#endif
namespace base {
void paint_row(uint8_t* on, uint8_t* flips, int32_t label, int32_t* out, int64_t n);
}

// on ^= flips; flips = 0; out = label where on. Both hold 0 or 1.
inline void paint_row(uint8_t* on, uint8_t* flips, int32_t label, int32_t* out, int64_t n) {
  HR_DISPATCH(paint_row(on, flips, label, out, n));
}

}  // namespace hr
