// Elements of one, two or four bytes changing places: interleaved ↔ planes, rows ↔ columns.
#pragma once
#include <cstdint>

#include "headrace/isa.h"

namespace hr {

struct TransposeTable {
  // `count` tuples of 2 to 4 elements of `item` bytes, apart or together. False: not this size.
  bool (*split)(const uint8_t* in, uint8_t* const* planes, int64_t count, int channels, int item);
  bool (*merge)(const uint8_t* const* planes, uint8_t* out, int64_t count, int channels, int item);
  // out[c][r] = in[r][c] for rows of `columns` elements; pitches in bytes. False: not this size.
  bool (*matrix)(const uint8_t* in, int64_t in_pitch, uint8_t* out, int64_t out_pitch, int64_t rows, int64_t columns,
                 int item);
};

#if defined(HR_X86)
namespace avx2 { const TransposeTable& transpose_table(); }
namespace avx512 { const TransposeTable& transpose_table(); }
#endif
namespace base { const TransposeTable& transpose_table(); }

inline const TransposeTable& transposer() {
  static const TransposeTable& t = HR_DISPATCH(transpose_table());
  return t;
}

}  // namespace hr
