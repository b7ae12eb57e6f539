// Another order of axes: which of them move together, and the copy.
#pragma once
#include "base/value.h"

namespace hr {

// An axis of the output, and how far apart its elements lie in both arrays, in bytes.
struct PermutedAxis {
  int64_t size, in, out;
};

// Axes of the output that continue one another in the input are one; those of size 1 are none.
struct PermutedAxes {
  PermutedAxis axes[kMaxDims + 1];
  int count = 0;
  int64_t item;  // bytes that lie together on both sides

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

  // Leading axes that stay where they are repeat the rest, which has two axes at least.
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
