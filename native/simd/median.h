// Inner loops of median filters, one table per instruction set.
#pragma once
#include <cstdint>

#include "base/isa.h"

namespace hr {

inline constexpr int kLargestNetwork = 81;  // largest window for sorting networks

// A histogram of bytes: 16 coarse bins, then the 16 fine bins of each.
inline constexpr int kBins = 16 + 256;

struct MedianTable {
  // out[i] = median of rows[0][i] … rows[count - 1][i], for unsigned elements of 1, 2, 4, 8 bytes;
  // count is odd, at most kLargestNetwork.
  void (*of_rows[4])(const void* const* rows, int count, int64_t n, void* out);
  // out[i · step] = median of the columns i · step, (i + 1) · step … (i + width - 1) · step, which
  // are histograms of `height` bytes each.
  void (*of_histograms)(const uint16_t* columns, int64_t step, int64_t width, int height, int64_t n,
                        uint8_t* out);
};

#if defined(HR_X86)
namespace avx2 {
const MedianTable& median_table();
}
namespace avx512 {
const MedianTable& median_table();
}
#endif
namespace base {
const MedianTable& median_table();
}

inline const MedianTable& medians() {
  static const MedianTable& t = HR_DISPATCH(median_table());
  return t;
}

}  // namespace hr
