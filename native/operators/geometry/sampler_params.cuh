// What the host hands to the kernels of sampler.
#pragma once

namespace hrk {

// What is sampled: sizes in pixels, and what lies outside.
struct SamplerParams {
  int nz, ny, nx;
  int channels;             // what x counts: 1, or elements of so many channels
  int fills, unused;        // of single elements: one value for all channels, or one for each
  unsigned char fill[128];  // elements of the source's type
};

// Places: offset + step · x + down · y + back · z, of the centres of pixels.
struct AffineParams {
  SamplerParams source;
  double offset[3], down[3], back[3];
  float step[3];
  int unused;
};

// A 3 × 3 matrix from centres to centres.
struct PerspectiveParams {
  SamplerParams source;
  double m[9];
};

struct RemapParams {
  SamplerParams source;
  unsigned long long map_x, map_y;  // addresses
  int columns;                      // of a map
  float shift;
};

struct DisplaceParams {
  SamplerParams source;
  unsigned long long seed, position;  // jitter
  unsigned int sample;
  int mask;
  float a[6];  // sphere: centre y, x, radius; water: as its arguments; jitter: the range
};

}  // namespace hrk
