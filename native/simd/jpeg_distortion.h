// Lossy steps of JPEG on pixel rows: colour conversion, chroma subsampling, quantisation, and back.
#pragma once
#include "base/isa.h"

#include <cstddef>
#include <cstdint>

namespace hr {

// Division by a quantisation step as multiplications: n / (8 * step) = (n * mul >> 16) * mul2 >> 16
// for n < 2^15. The DCT is scaled by 8; `bias` makes its values positive, `back` undoes that.
struct QuantStep {
  uint16_t step, bias, mul, mul2, back;
};

struct QuantTable {
  QuantStep s[64];  // by row and column
};

// Colour rows are read and written in groups of 32 elements: allocate whole groups.
struct JpegLoops {
  void (*to_ycc)(const uint8_t* rgb, uint8_t* y, uint8_t* cb, uint8_t* cr, int64_t n);
  // Means of 2×2 elements; n: output elements.
  void (*halve)(const uint8_t* upper, const uint8_t* lower, uint8_t* out, int64_t n);
  // DCT, quantisation and inverse DCT of `count` adjacent blocks.
  void (*distort)(uint8_t* rows, ptrdiff_t pitch, int64_t count, const QuantTable& table);
  // Smooth chroma upsampling: one row from its source row and the nearest other; n: input elements.
  void (*enlarge)(const uint8_t* row, const uint8_t* near, uint8_t* out, int64_t n);
  void (*repeat)(const uint8_t* row, uint8_t* out, int64_t n);  // each element twice
  void (*to_rgb)(const uint8_t* y, const uint8_t* cb, const uint8_t* cr, uint8_t* rgb, int64_t n);
};

#if defined(HR_X86)
namespace avx2 {
const JpegLoops& jpeg_loops();
}
namespace avx512 {
const JpegLoops& jpeg_loops();
}
#endif
namespace base {
const JpegLoops& jpeg_loops();
}

inline const JpegLoops& jpeg_distorters() {
  static const JpegLoops& t = HR_DISPATCH(jpeg_loops());
  return t;
}

}  // namespace hr
