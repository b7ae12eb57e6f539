// Inputs of any type as floats.
#pragma once
#include "headrace/kernel.h"
#include "headrace/simd/convert.h"

namespace hr {

// The elements of an input: itself, or a copy in a slot of scratch memory.
inline const float* floats_of(const View& in, int slot) {
  if (in.dtype == DType::f32) return in.as<float>();
  const int64_t n = in.volume();
  auto* made = reinterpret_cast<float*>(scratch(static_cast<size_t>(n) * sizeof(float), slot));
  converter(in.dtype, DType::f32)(in.data, made, n);
  return made;
}

}  // namespace hr
