// Arguments of remap.
#pragma once
#include "operators/geometry/warp_rows.h"

namespace hr {

struct RemapArgs {
  bool center;  // positions are relative to the centre of the first pixel, not to its corner
  SampledArgs sampled;
};
HR_ARGS(RemapArgs, center, sampled);

}  // namespace hr
