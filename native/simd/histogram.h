// Histograms, lookup tables and blending of bytes; splitting and joining of planes.
#pragma once
#include <cstdint>

#include "base/isa.h"

namespace hr {

struct HistogramTable {
  // Adds value counts to several partial tables, to be summed: four, or for three interleaved
  // channels two each (k and k + 3 for channel k).
  void (*count)(const uint8_t* in, int64_t n, uint32_t (*part)[256]);
  void (*count3)(const uint8_t* in, int64_t pixels, uint32_t (*part)[256]);
  // Replaces every byte by its channel's table entry.
  void (*look_up)(const uint8_t* in, uint8_t* out, int64_t n, const uint8_t* table);
  void (*look_up3)(const uint8_t* in, uint8_t* out, int64_t pixels, const uint8_t (*table)[256]);
  // The same with four bytes per entry.
  void (*look_up_fours)(const uint8_t* in, uint32_t* out, int64_t n, const uint32_t* table);
  // Bilinear mix of the four bytes of each word: `across` weighs the second byte of a pair, `down`
  // the second pair. Rounds half to even.
  void (*blend)(const uint32_t* in, const float* across, float down, uint8_t* out, int64_t n);
  // Three interleaved channels to planes and back.
  void (*split)(const uint8_t* in, uint8_t* a, uint8_t* b, uint8_t* c, int64_t pixels);
  void (*join)(const uint8_t* a, const uint8_t* b, const uint8_t* c, uint8_t* out, int64_t pixels);
};

#if defined(HR_X86)
namespace avx2 {
const HistogramTable& histogram_table();
}
namespace avx512 {
const HistogramTable& histogram_table();
}
#endif
namespace base {
const HistogramTable& histogram_table();
}

inline const HistogramTable& histograms() {
  static const HistogramTable& t = HR_DISPATCH(histogram_table());
  return t;
}

}  // namespace hr
