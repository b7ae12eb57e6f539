// Numbers with a fraction that become sizes and places: one rule for all kernels.
//
// A float that is no number, infinite, or too large for an integer has no place: converting it is
// undefined, and on x86 gives the smallest integer, which turns up as a size of nothing. So no
// kernel casts an argument; it asks one of these.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "base/error.h"

namespace hr {

// Doubles count exactly to here, and sums of a few such places do not overflow.
inline constexpr double kFarthestPlace = 9e15;

// A number as people write it: 1e38, not 39 digits.
inline std::string shown(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", v);
  return text;
}

// The integer part of `v`, which callers round as they need. Throws for what is no place.
inline int64_t to_place(double v, const char* what) {
  if (!(std::fabs(v) < kFarthestPlace))
    throw Error(ErrorKind::value,
                std::string(what) + " of " + shown(v) + " makes no sense: it is no size");
  return static_cast<int64_t>(v);
}

// The same, moved into [0, extent]; what is no number is 0.
inline int64_t place_within(double v, int64_t extent) {
  if (!(v > 0)) return 0;
  return v < static_cast<double>(extent) ? static_cast<int64_t>(v) : extent;
}

// float32 tells integers apart up to here.
inline constexpr int64_t kExactInFloat = int64_t{1} << 24;

// A part of an axis. Products are float32, because that decides which way they round; of an axis
// that is longer than float32 can count, they are double, so that no element is out of reach.
inline double part_of_axis(double part, int64_t extent) {
  if (extent <= kExactInFloat) return static_cast<float>(part) * static_cast<float>(extent);
  return part * static_cast<double>(extent);
}

}  // namespace hr
