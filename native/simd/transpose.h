// Transposes elements: interleaved ↔ planar, rows ↔ columns.
#pragma once
#include <cstdint>

#include "base/isa.h"

namespace hr {

struct TransposeTable {
  // Splits or merges `count` tuples of 2 to 4 elements of 1, 2 or 4 bytes. False: unsupported.
  bool (*split)(const uint8_t* in, uint8_t* const* planes, int64_t count, int channels, int item);
  bool (*merge)(const uint8_t* const* planes, uint8_t* out, int64_t count, int channels, int item);
  // Copies column c (rows `pitch` bytes apart) densely to out + at[c]; elements of 1, 2, 4 or 8
  // bytes. False: unsupported size.
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
