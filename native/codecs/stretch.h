// Converts samples of a file to an element type, scaling the file's range to the type's.
#pragma once
#include "base/dtype.h"

namespace hr::codecs {

// Integers use the full positive range of their type, floats [0, 1], bools are true if nonzero;
// equal types are copied. `from` is u8, u16 or f32 (already in [0, 1]).
void stretch(const void* in, DType from, void* out, DType to, int64_t n);

}  // namespace hr::codecs
