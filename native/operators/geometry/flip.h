// flip: its arguments.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct FlipArgs {
  bool horizontal, vertical, depthwise;
  List<int> axes;  // of W, H, D; -1 where absent
};
HR_ARGS(FlipArgs, horizontal, vertical, depthwise, axes);

}  // namespace hr
