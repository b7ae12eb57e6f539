// Arguments of element_extract and sequence_rearrange.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct ExtractArgs {
  List<int64_t> element_map;
};
HR_ARGS(ExtractArgs, element_map);

struct RearrangeArgs {
  List<int64_t> new_order;
};
HR_ARGS(RearrangeArgs, new_order);

}  // namespace hr
