// What an axis of a resize is made of, as numbers: for devices that compute weights themselves.
#pragma once
#include "numerics/resample.h"

namespace hr {

// Element i of an axis (of its outputs(), before any mirroring) is
//   copied:    source pixel i + origin
//   nearest:   floor((i + ½) · scale + left) + origin, clamped. Axis::stepwise: instead of i ·
//   scale,
//              scale is added i times
//   otherwise: a sum over `size` pixels from ceil(i · scale + left) + origin on, of which `taps`
//   are
//              inside the image at the most
struct AxisSampling {
  bool copied = false;
  int64_t origin = 0, size = 1, taps = 1;
  float scale = 0, left = 0;
  float per_pixel =
      0;  // steps of the filter's table from pixel to pixel; triangular: parts of its radius
};

// Of an axis whose ties are settled. Throws Error(value) for what cannot be resampled.
AxisSampling sampling_of(const Axis&);

// Where the elements 0, every, 2 · every, … of a stepwise axis are, n of them.
void walk_nearest(const Axis&, int64_t every, int n, float* at);

}  // namespace hr
