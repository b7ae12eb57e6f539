// What operators read beyond the borders of a sample.
#pragma once
#include "base/enum.cuh"

namespace hrk {

// Of filters. c b a | a b c is reflect_1001, c b | a b c is reflect_101; clamp repeats the edge.
HR_ENUM(FilterBorder, reflect_101, reflect_1001, wrap, clamp, constant);

// Of windows. From `edge` on an element of the sample stands for each outside.
HR_ENUM(Bounds, error, constant, trim_to_shape, edge, reflect_1001, reflect_101, wrap);

}  // namespace hrk
