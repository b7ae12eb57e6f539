// Permutation of axes: merging axes that move together, and the copy.
#pragma once
#include "base/value.h"

namespace hr {

// An axis of the output with its strides in both arrays, in bytes.
struct PermutedAxis {
  int64_t size, in, out;
};

// Output axes that are also adjacent in the input are merged; axes of size 1 are dropped.
struct PermutedAxes {
  PermutedAxis axes[kMaxDims + 1];
  int count = 0;
  int64_t item;  // bytes contiguous on both sides

  PermutedAxes(const Shape& shape, const int* perm, int64_t element) : item(element) {
    for (int d = 0; d < shape.ndim; d++) {
      int64_t size = shape[perm[d]], step = shape.volume(perm[d] + 1) * item;
      if (size == 1) continue;
      if (count && axes[count - 1].in == step * size)
        axes[count - 1] = {axes[count - 1].size * size, step, 0};
      else
        axes[count++] = {size, step, 0};
    }
    if (count && axes[count - 1].in == item) item *= axes[--count].size;
    int64_t step = item;
    for (int d = count - 1; d >= 0; d--) {
      axes[d].out = step;
      step *= axes[d].size;
    }
  }

  // Number of leading axes with equal strides: the rest, at least two axes, is repeated along them.
  int leading() const {
    int kept = 0;
    while (count - kept > 2 && axes[kept].in == axes[kept].out) kept++;
    return kept;
  }
};

// Writes elements of `item` bytes in C order of the permuted axes: axis d of `out` is axis perm[d]
// of `in`, whose shape is `shape`.
void permute_axes(const uint8_t* in, const Shape& shape, const int* perm, int64_t item,
                  uint8_t* out);

}  // namespace hr
