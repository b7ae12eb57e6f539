// RGB bytes to CIE L*a*b* and back, in fixed point.
#pragma once
#include <cstdint>

#include "base/isa.h"

namespace hr {

// Note [Lab in fixed point]
// sRGB and D65. Linear light has 11 bits (255 * 8), matrices 12, cube roots 15. The way back has 14
// bits up to the gamma curve, a table of 4096 entries. Results equal OpenCV's to the byte.
inline constexpr int kLabLight = 255 * 8, kLabMatrixBits = 12, kLabRootBits = 15, kLabBackBits = 14;

struct LabTables {
  int16_t light[256];              // linear light of a byte
  uint16_t root[256 * 3 / 2 * 8];  // cube root of linear light, linear near 0
  int16_t y[256], fy[256];         // luminance of L, and its cube root
  uint8_t gamma[4096];             // linear light to bytes
  int32_t to_xyz[3][3], from_xyz[3][3];
};
const LabTables& lab_tables();

// Lab is planar, RGB interleaved. White has L = 255, grey has a = b = 128.
struct LabTable {
  void (*from_rgb)(const LabTables& t, const uint8_t* rgb, uint8_t* l, uint8_t* a, uint8_t* b,
                   int64_t pixels);
  void (*to_rgb)(const LabTables& t, const uint8_t* l, const uint8_t* a, const uint8_t* b,
                 uint8_t* rgb, int64_t pixels);
};

#if defined(HR_X86)
namespace avx2 {
const LabTable& lab_table();
}
namespace avx512 {
const LabTable& lab_table();
}
#endif
namespace base {
const LabTable& lab_table();
}

inline const LabTable& lab() {
  static const LabTable& t = HR_DISPATCH(lab_table());
  return t;
}

}  // namespace hr
