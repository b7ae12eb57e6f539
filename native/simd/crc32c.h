// CRC-32C, the checksum of TFRecord files; uses the CPU's CRC instruction if there is one.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/isa.h"

namespace hr {

#if defined(HR_X86)
namespace avx2 {
uint32_t crc32c(uint32_t crc, const uint8_t* data, size_t n);
}
namespace avx512 {
uint32_t crc32c(uint32_t crc, const uint8_t* data, size_t n);
}
#endif
namespace base {
uint32_t crc32c(uint32_t crc, const uint8_t* data, size_t n);
}

// `crc`: checksum of the preceding bytes, 0 if none.
inline uint32_t crc32c(uint32_t crc, const uint8_t* data, size_t n) {
  return HR_DISPATCH(crc32c(crc, data, n));
}

}  // namespace hr
