// Arguments of transpose.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct TransposeArgs {
  List<int> perm;  // axis d of the output is axis perm[d] of the input
};
HR_ARGS(TransposeArgs, perm);

}  // namespace hr
