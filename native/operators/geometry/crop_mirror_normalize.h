// crop_mirror_normalize: its parameters, and what both lanes compute from them.
#pragma once
#include "numerics/fill.h"
#include "operators/geometry/crop_window.h"

namespace hr::crop_mirror_normalize {

enum {
  kMean = kFirstOwnParam,
  kStd,
  kScale,
  kShift,
  kMirror,
  kPerm,  // output axis k is input axis perm[k]
  kPadOutput
};

struct State {
  Window window;
  int64_t channels;  // of the output, padded
};

// x · mul + add for elements of channel c.
inline void factors(const Args& a, int64_t c, float& mul, float& add) {
  double m = a.f(kScale) / a.f_cast(kStd, c);
  mul = static_cast<float>(m);
  add = static_cast<float>(a.f(kShift) - a.f_cast(kMean, c) * m);
}

// The fill value of channel c of the output.
inline Element fill_of(const Args& a, int64_t c, DType out) {
  int64_t n = a.size(kFill);
  double v = n == 1 ? a.f(kFill) : c < n ? a.f(kFill, c) : 0.0;
  return Element::c_cast_of(static_cast<float>(v), out);
}

}  // namespace hr::crop_mirror_normalize
