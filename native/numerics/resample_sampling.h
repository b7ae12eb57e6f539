// Parameters of a resized axis, for devices that compute the weights themselves.
#pragma once
#include "numerics/resample.h"

namespace hr {

// Element i of an axis (of its outputs(), before mirroring) is
//   copied:    source pixel i + origin
//   nearest:   pixel floor((i + ½) · scale + left) + origin, clamped. If Axis::stepwise,
//              i · scale is computed by adding scale i times
//   otherwise: a sum over `size` pixels starting at ceil(i · scale + left) + origin; at most
//              `taps` of them are inside the image
struct AxisSampling {
  bool copied = false;
  int64_t origin = 0, size = 1, taps = 1;
  float scale = 0, left = 0;
  float per_pixel = 0;  // filter table steps per pixel; triangular: fraction of its radius
};

// Requires settled ties (settle_ties). Throws Error(value) if the axis cannot be resampled.
AxisSampling sampling_of(const Axis&);

// Positions of the elements 0, every, 2 · every, … of a stepwise axis, n of them.
void walk_nearest(const Axis&, int64_t every, int n, float* at);

}  // namespace hr
