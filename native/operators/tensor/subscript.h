// subscript: arguments, and the selected part of each axis.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct SubscriptArgs {
  List<bool> index;  // per axis: an integer (`start`) or a slice; trailing axes are whole
  std::optional<int64_t> start[kMaxDims], stop[kMaxDims], step[kMaxDims];
};
HR_ARGS(SubscriptArgs, index, start, stop, step);

namespace subscript {

struct Axis {
  int64_t start, step, size;  // size -1: an index
};

struct State {
  Axis axes[kMaxDims];
};

}  // namespace subscript
}  // namespace hr
