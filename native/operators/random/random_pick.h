// Uniform choice of one of n.
#pragma once
#include <cstdint>

#include "base/rng.h"

namespace hr {

// A number in [0, n), n > 0. Uses 64 random bits: the bias is below n / 2^64.
inline int64_t pick_below(RandomStream& rng, int64_t n) {
  uint64_t high = rng.next(), bits = high << 32 | rng.next();
  return static_cast<int64_t>((static_cast<unsigned __int128>(bits) * static_cast<uint64_t>(n)) >>
                              64);
}

}  // namespace hr
