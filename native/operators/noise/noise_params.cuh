// What the host hands to the kernels of noise.
#pragma once
#include "operators/random/random_params.cuh"

namespace hrk {

// The number of an element within its sample: (z, y, x, c) has first + z·sz + y·sy + x·sx + c·sc.
// sx 0: they are in the order in which they are stored.
struct PlaceParams {
  long long first, sz, sy, sx, sc;
};

struct NoiseParams {
  PlaceParams place;
  RandomKeyParams key;
  float mean, deviation;  // gaussian
  double factor;          // shot
  // Salt and pepper: words below them; how elements make pixels, [..., channels, inner]; bits.
  int salt, noise;
  long long channels, inner;
  unsigned long long pepper_bits, salt_bits;
};

}  // namespace hrk
