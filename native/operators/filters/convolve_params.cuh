// What the host hands to the kernels of convolve.
#pragma once
#include "operators/filters/tile_params.cuh"

namespace hrk {

// Half windows along x and y; x_at, y_at: where their weights begin.
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

// The sum of up to three arrays, each with a half window along one axis.
struct AlongParams {
  unsigned long long from[3], weights[3], to;
  int radius[3];
  float scale[3];
  int terms, size;        // of the axis
  long long inner, runs;  // elements from one place of the axis to the next; pieces of work
};

}  // namespace hrk
