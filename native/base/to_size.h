// Converting floating-point arguments to sizes and positions: one rule for all kernels.
//
// Casting NaN, infinity or an out-of-range float to an integer is undefined; x86 gives INT64_MIN,
// which later becomes an empty size. So kernels never cast an argument directly.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "base/error.h"

namespace hr {

// Doubles are exact integers up to here, and sums of a few do not overflow int64.
inline constexpr double kFarthestPlace = 9e15;

// Short form: 1e38, not 39 digits.
inline std::string shown(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", v);
  return text;
}

// Truncates `v`; callers round first. Throws for NaN and out-of-range values.
inline int64_t to_place(double v, const char* what) {
  if (!(std::fabs(v) < kFarthestPlace))
    throw Error(ErrorKind::value,
                std::string(what) + " of " + shown(v) + " makes no sense: it is no size");
  return static_cast<int64_t>(v);
}

// The same, clamped to [0, extent]; NaN gives 0.
inline int64_t place_within(double v, int64_t extent) {
  if (!(v > 0)) return 0;
  return v < static_cast<double>(extent) ? static_cast<int64_t>(v) : extent;
}

// float32 represents every integer up to this one.
inline constexpr int64_t kExactInFloat = int64_t{1} << 24;

// A fraction of an axis. float32 decides which way products round; axes too long for float32 use
// double, so that every element can be reached.
inline double part_of_axis(double part, int64_t extent) {
  if (extent <= kExactInFloat) return static_cast<float>(part) * static_cast<float>(extent);
  return part * static_cast<double>(extent);
}

}  // namespace hr
