// Border modes of filters.
#pragma once
#include "base/enum.cuh"

namespace hrk {

// c b a | a b c is reflect_1001, c b | a b c is reflect_101; clamp repeats the edge.
HR_ENUM(FilterBorder, reflect_101, reflect_1001, wrap, clamp, constant);

}  // namespace hrk
