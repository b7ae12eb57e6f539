// Bytes counted, looked up in tables, and blended; planes of them taken apart and put together.
#pragma once
#include <cstdint>

#include "base/isa.h"

namespace hr {

struct HistogramTable {
  // Adds how often each value occurs to several tables, whose sum counts: four of them, and for
  // three interleaved channels two for each (channel k's are k and k + 3).
  void (*count)(const uint8_t* in, int64_t n, uint32_t (*part)[256]);
  void (*count3)(const uint8_t* in, int64_t pixels, uint32_t (*part)[256]);
  // Every byte replaced by what the table of its channel says.
  void (*look_up)(const uint8_t* in, uint8_t* out, int64_t n, const uint8_t* table);
  void (*look_up3)(const uint8_t* in, uint8_t* out, int64_t pixels, const uint8_t (*table)[256]);
  // The same with four bytes for each.
  void (*look_up_fours)(const uint8_t* in, uint32_t* out, int64_t n, const uint32_t* table);
  // The four bytes of each word mixed with these weights of the second of a pair and of the second
  // pair. Rounds half to even.
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
