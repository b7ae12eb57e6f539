// Dividers for device/divide.cuh.
#pragma once
#include <bit>
#include <cstdint>

#include "gpu/device/divide_params.cuh"

namespace hr::gpu {

// Exact for numerators below 2^31: q = (n + floor(n · mul / 2^32)) >> shift.
inline hrk::Divider divider(int64_t by) {
  if (by < 1) by = 1;
  if (by > int64_t{1} << 31) return {0, 31, by};  // quotient 0 for numerators below 2^31
  unsigned shift = static_cast<unsigned>(std::bit_width(static_cast<uint64_t>(by) - 1));
  uint64_t above = (uint64_t{1} << shift) - static_cast<uint64_t>(by);
  uint64_t mul = (above << 32) / static_cast<uint64_t>(by) + 1;
  return {static_cast<unsigned>(mul), shift, by};
}

}  // namespace hr::gpu
