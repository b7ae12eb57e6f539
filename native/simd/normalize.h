// Scales and shifts rows of interleaved pixels per channel.
#pragma once
#include <cstdint>

#include "base/isa.h"

namespace hr {

struct NormalizeTable {
  // out[c * plane + x] = in[x * channels + c] * mul[c] + add[c]; mirror: reverses x.
  void (*planar_u8)(const uint8_t* in, int64_t width, int64_t channels, const float* mul,
                    const float* add, bool mirror, float* out, int64_t plane);
  // The same, interleaved, with `out_channels` ≥ channels per pixel (padding is not written).
  void (*packed_u8)(const uint8_t* in, int64_t width, int64_t channels, const float* mul,
                    const float* add, bool mirror, float* out, int64_t out_channels);
  void (*planar_f32)(const float* in, int64_t width, int64_t channels, const float* mul,
                     const float* add, bool mirror, float* out, int64_t plane);
  void (*packed_f32)(const float* in, int64_t width, int64_t channels, const float* mul,
                     const float* add, bool mirror, float* out, int64_t out_channels);
};

#if defined(HR_X86)
namespace avx2 {
const NormalizeTable& normalize_table();
}
namespace avx512 {
const NormalizeTable& normalize_table();
}
#endif
namespace base {
const NormalizeTable& normalize_table();
}

inline const NormalizeTable& normalize_rows() {
  static const NormalizeTable& t = HR_DISPATCH(normalize_table());
  return t;
}

}  // namespace hr
