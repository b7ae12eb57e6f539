// scale_shift: arguments; scales and shifts elements of any type to any other.
#pragma once
#include "engine/kernel.h"

namespace hr {

// out[r, j] = (in[r, j] - center[j]) * mul[j] + add, rounded and saturated like `cast`. Computes in
// float, or in double if either side has 64-bit elements. Uses scratch slots 2 and 3.
void scale_rows(const uint8_t* in, DType from, uint8_t* out, DType to, int64_t rows,
                int64_t columns, const double* center, const double* mul, double add);

struct ScaleShiftArgs {
  std::optional<float> brightness, brightness_shift, contrast, contrast_center;
};
HR_ARGS(ScaleShiftArgs, brightness, brightness_shift, contrast, contrast_center);

// The combined map: out = in * mul + add.
struct ScaleShift {
  float mul, add;
};
ScaleShift scale_shift_of(const ScaleShiftArgs& a, DType in, DType out);

}  // namespace hr
