// Arguments of cat and stack.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct JoinArgs {
  int axis;  // of the output
};
HR_ARGS(JoinArgs, axis);

}  // namespace hr
