// subscript: what was taken of each axis.
#pragma once
#include "engine/kernel.h"

namespace hr::subscript {

struct Axis {
  int64_t start, step, size;  // size -1: an index
};

struct State {
  Axis axes[kMaxDims];
};

}  // namespace hr::subscript
