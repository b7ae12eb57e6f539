// Elements changing places: interleaved ↔ planes, rows ↔ columns.
#pragma once
#include <cstdint>

#include "base/isa.h"

namespace hr {

struct TransposeTable {
  // `count` tuples of 2 to 4 elements of 1, 2 or 4 bytes, apart or together. False: not these
  // sizes.
  bool (*split)(const uint8_t* in, uint8_t* const* planes, int64_t count, int channels, int item);
  bool (*merge)(const uint8_t* const* planes, uint8_t* out, int64_t count, int channels, int item);
  // Column c of the input, rows `pitch` bytes apart, becomes dense at out + at[c]; elements of 1,
  // 2, 4 or 8 bytes. False: not this size.
  bool (*columns)(const uint8_t* in, int64_t pitch, uint8_t* out, const int64_t* at, int64_t rows,
                  int64_t columns, int item);
};

#if defined(HR_X86)
namespace avx2 {
const TransposeTable& transpose_table();
}
namespace avx512 {
const TransposeTable& transpose_table();
}
#endif
namespace base {
const TransposeTable& transpose_table();
}

inline const TransposeTable& transposer() {
  static const TransposeTable& t = HR_DISPATCH(transpose_table());
  return t;
}

}  // namespace hr
