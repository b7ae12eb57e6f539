// From the samples of a file to an element type: the file's range becomes that of the type.
#pragma once
#include "base/dtype.h"

namespace hr::codecs {

// Integers use all of their type's positive range, floats go from 0 to 1, bools tell zero from the
// rest; equal types are copied. `from` is u8, u16 or f32 (already between 0 and 1).
void stretch(const void* in, DType from, void* out, DType to, int64_t n);

}  // namespace hr::codecs
