// equalize: arguments, and the planes of a sample.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct EqualizeArgs {
  int rows;  // the axis H; W follows, then channels; leading axes enumerate planes
};
HR_ARGS(EqualizeArgs, rows);

struct EqualizePlanes {
  int64_t planes, pixels, channels;
  EqualizePlanes(const EqualizeArgs& a, const Shape& shape)
      : planes(shape.volume(0, a.rows)),
        pixels(shape[a.rows] * shape[a.rows + 1]),
        channels(shape.volume(a.rows + 2)) {}
};

}  // namespace hr
