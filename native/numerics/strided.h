// Copies from memory with arbitrary strides to contiguous memory: turns array views into samples.
#pragma once
#include "base/value.h"

namespace hr {

// Writes `shape` elements of `item` bytes to `out` in C order. `strides` are in bytes, any sign.
void copy_strided(const uint8_t* in, const int64_t* strides, const Shape& shape, int64_t item,
                  uint8_t* out);

}  // namespace hr
