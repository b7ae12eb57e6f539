// equalize: its arguments, and how a sample is made of planes.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct EqualizeArgs {
  int rows;  // the axis H; W follows, then channels; each element before them is a plane
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
