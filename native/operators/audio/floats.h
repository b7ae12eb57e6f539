// Signal inputs: any type as floats; check for one channel.
#pragma once
#include "engine/kernel.h"
#include "simd/convert.h"

namespace hr {

// The elements of an input as floats: in place, or a copy in a scratch slot.
inline const float* floats_of(const View& in, int slot) {
  if (in.dtype == DType::f32) return in.as<float>();
  const int64_t n = in.volume();
  auto* made = reinterpret_cast<float*>(scratch(static_cast<size_t>(n) * sizeof(float), slot));
  converter(in.dtype, DType::f32)(in.data, made, n);
  return made;
}

// Signals may have additional axes of one element.
inline void check_one_channel(const Shape& s) {
  int long_axes = 0;
  for (int d = 0; d < s.ndim; d++) long_axes += s[d] != 1;
  if (long_axes > 1) fail_value("needs one channel, got an array of shape " + s.str());
}

}  // namespace hr
