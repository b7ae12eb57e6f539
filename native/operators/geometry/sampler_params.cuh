// Parameters of the sampler kernels, shared by host and device.
#pragma once

namespace hrk {

// The source: sizes in pixels, and fill values outside.
struct SamplerParams {
  int nz, ny, nx;
  int channels;             // 1 if x counts pixels, else the channels per pixel
  int fills, unused;        // fill values for single elements: one, or one per channel
  unsigned char fill[128];  // elements of the source type
};

// Position of pixel (z, y, x): offset + step · x + down · y + back · z, between pixel centres.
struct AffineParams {
  SamplerParams source;
  double offset[3], down[3], back[3];
  float step[3];
  int unused;
};

// A 3 × 3 matrix between pixel centres.
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
  float a[6];  // sphere: centre y, x, radius; water: its arguments; jitter: the range
};

}  // namespace hrk
