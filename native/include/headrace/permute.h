// Another order of axes.
#pragma once
#include "headrace/value.h"

namespace hr {

// Writes elements of `item` bytes in C order of the permuted axes: axis d of `out` is axis perm[d]
// of `in`, whose shape is `shape`.
void permute_axes(const uint8_t* in, const Shape& shape, const int* perm, int64_t item,
                  uint8_t* out);

}  // namespace hr
