// Arguments of constant and full.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct ConstantArgs {
  std::optional<List<int64_t>> shape;  // default: a single number; unused with an input
  double value;
};
HR_ARGS(ConstantArgs, shape, value);

struct FullArgs {
  std::optional<List<int64_t>> shape;
};
HR_ARGS(FullArgs, shape);

}  // namespace hr
