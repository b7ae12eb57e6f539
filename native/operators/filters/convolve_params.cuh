// Parameters of the convolve kernels, shared by host and device.
#pragma once
#include "operators/filters/tile_params.cuh"

namespace hrk {

// Half windows along x and y; x_at, y_at: index of their first weight.
struct ConvolveTerm {
  int rx, ry, x_at, y_at;
  float scale;
  int unused;
};

struct ConvolveParams {
  TileParams tile;
  unsigned long long weights;  // of all terms, in the upload
  int count, unused;
  int reach_x, reach_y;  // the largest radii
  ConvolveTerm term[2];
};

// Sum of up to three arrays, each with a half window along one axis.
struct AlongParams {
  unsigned long long from[3], weights[3], to;
  int radius[3];
  float scale[3];
  int terms, size;        // size: length of the axis
  long long inner, runs;  // stride of the axis in elements; work items
};

}  // namespace hrk
