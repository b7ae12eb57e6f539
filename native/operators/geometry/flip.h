// Arguments of flip.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct FlipArgs {
  bool horizontal, vertical, depthwise;
  List<int> axes;  // W, H, D; -1 if absent
};
HR_ARGS(FlipArgs, horizontal, vertical, depthwise, axes);

}  // namespace hr
