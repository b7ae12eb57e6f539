// Inputs that are signals: of any type, as floats; of one channel.
#pragma once
#include "engine/kernel.h"
#include "simd/convert.h"

namespace hr {

// The elements of an input: itself, or a copy in a slot of scratch memory.
inline const float* floats_of(const View& in, int slot) {
  if (in.dtype == DType::f32) return in.as<float>();
  const int64_t n = in.volume();
  auto* made = reinterpret_cast<float*>(scratch(static_cast<size_t>(n) * sizeof(float), slot));
  converter(in.dtype, DType::f32)(in.data, made, n);
  return made;
}

// Signals may have further axes of one element.
inline void check_one_channel(const Shape& s) {
  int long_axes = 0;
  for (int d = 0; d < s.ndim; d++) long_axes += s[d] != 1;
  if (long_axes > 1) fail_value("needs one channel, got an array of shape " + s.str());
}

}  // namespace hr
