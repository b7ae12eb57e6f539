// Arguments of pad.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct PadArgs {
  std::optional<List<int64_t>> shape, align, axes;
  double fill_value;
};
HR_ARGS(PadArgs, shape, align, axes, fill_value);

}  // namespace hr
