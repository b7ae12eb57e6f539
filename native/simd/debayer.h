// Bayer mosaic to image, row by row.
#pragma once
#include "base/isa.h"

#include <cstdint>

namespace hr {

// A mosaic row holds green and one other colour, its `own`: blue or red.
struct BayerRow {
  int64_t first;  // column parity of the own colour
  bool blue;
};

// Interior pixels of a row (without the first and last), from it and its neighbours.
template <class T>
using DebayerRow = void (*)(const T* up, const T* row, const T* down, T* out, int64_t n,
                            BayerRow b);

// Working memory of `vng`: ring buffers of rows, indexed by image row.
struct VngRows {
  int16_t* memory = nullptr;
  int64_t half = 0;  // elements per row and column parity

  static constexpr int kRaw = 5, kGradients = 3, kKinds = 6;
  static constexpr int64_t kMargin = 2;  // on both sides
  static constexpr int64_t kRoom = 32;   // vectors may reach beyond the end
  static int64_t half_of(int64_t width) { return width / 2 + 2 * kMargin + kRoom; }
  static int64_t elements(int64_t width) {
    return half_of(width) * 2 * (kRaw + kGradients * kKinds);
  }
  // Element i is column 2 * i + parity.
  int16_t* raw(int64_t y, int parity) const { return at((y + kRaw) % kRaw * 2 + parity); }
  int16_t* gradient(int64_t y, int kind, int parity) const {
    int64_t row = (y + kGradients) % kGradients;
    return at(2 * (kRaw + row * kKinds + kind) + parity);
  }

 private:
  int16_t* at(int64_t k) const { return memory + k * half + kMargin; }
};

struct DebayerLoops {
  DebayerRow<uint8_t> bilinear8, edgeaware8, gray8;
  DebayerRow<uint16_t> bilinear16, edgeaware16, gray16;
  // Variable number of gradients. vng_read adds a row; vng_gradients computes gradients of row y
  // from the rows around it; vng_write makes row y from the gradients around it.
  void (*vng_read)(const uint8_t* row, const VngRows& rows, int64_t y, int64_t n);
  void (*vng_gradients)(const VngRows& rows, int64_t y, int64_t n);
  void (*vng_write)(const VngRows& rows, int64_t y, uint8_t* out, int64_t n, BayerRow b);
};

#if defined(HR_X86)
namespace avx2 {
const DebayerLoops& debayer_loops();
}
namespace avx512 {
const DebayerLoops& debayer_loops();
}
#endif
namespace base {
const DebayerLoops& debayer_loops();
}

inline const DebayerLoops& debayers() {
  static const DebayerLoops& t = HR_DISPATCH(debayer_loops());
  return t;
}

}  // namespace hr
