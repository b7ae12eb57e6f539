// scale_shift: its arguments; scaling and shifting elements of any type into any other.
#pragma once
#include "engine/kernel.h"

namespace hr {

// out[r, j] = (in[r, j] - center[j]) * mul[j] + add, rounded and saturated as `cast` does. Computes
// in float; in double where 64-bit elements come in or go out. Uses scratch slots 2 and 3.
void scale_rows(const uint8_t* in, DType from, uint8_t* out, DType to, int64_t rows,
                int64_t columns, const double* center, const double* mul, double add);

struct ScaleShiftArgs {
  std::optional<float> brightness, brightness_shift, contrast, contrast_center;
};
HR_ARGS(ScaleShiftArgs, brightness, brightness_shift, contrast, contrast_center);

// What they ask for: out = in * mul + add.
struct ScaleShift {
  float mul, add;
};
ScaleShift scale_shift_of(const ScaleShiftArgs& a, DType in, DType out);

}  // namespace hr
