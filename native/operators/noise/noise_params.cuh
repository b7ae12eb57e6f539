// Parameters of the noise kernels, shared by host and device.
#pragma once
#include "operators/random/random_params.cuh"

namespace hrk {

// Index of an element in its sample: (z, y, x, c) → first + z·sz + y·sy + x·sx + c·sc. sx 0:
// elements are in storage order.
struct PlaceParams {
  long long first, sz, sy, sx, sc;
};

struct NoiseParams {
  PlaceParams place;
  RandomKeyParams key;
  float mean, deviation;  // gaussian
  double factor;          // shot
  // Salt and pepper: thresholds of words; pixel layout [..., channels, inner]; replacement bits.
  int salt, noise;
  long long channels, inner;
  unsigned long long pepper_bits, salt_bits;
};

}  // namespace hrk
