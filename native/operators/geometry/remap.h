// remap: its arguments.
#pragma once
#include "operators/geometry/warp_rows.h"

namespace hr {

struct RemapArgs {
  bool center;  // places count from the centre of the first pixel, not from its corner
  SampledArgs sampled;
};
HR_ARGS(RemapArgs, center, sampled);

}  // namespace hr
