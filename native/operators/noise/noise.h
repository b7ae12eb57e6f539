// What both lanes know of a call of noise: its arguments, checked.
#pragma once
#include "engine/kernel.h"

namespace hr {

// An argument that has to be finite.
float finite_argument(const Args& args, int k);

// Salt and pepper: 30-bit words below `noise` replace a pixel, those below `salt` by salt. Elements
// of a pixel have one fate; they lie as [..., channels, inner]. Replacements as bits of an element.
struct SaltAndPepperCall {
  int32_t salt, noise;
  int64_t channels = 1, inner = 1;
  uint64_t values[2];  // pepper, salt
  // `shape` may lack leading axes of the sample.
  SaltAndPepperCall(const Args& args, const Shape& shape, DType type);
};

}  // namespace hr
