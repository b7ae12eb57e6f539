// Parameters of the neighbourhood kernels, shared by host and device.
#pragma once
#include "operators/filters/tile_params.cuh"

namespace hrk {

// A rectangle around each pixel, which extends `top` rows up and `left` pixels to the left.
struct NeighbourhoodParams {
  TileParams tile;
  int height, width, top, left;
  FilterBorder border;
  int inverted;
};

// Maximum keys along one axis.
struct LargestParams {
  unsigned long long from, to;
  long long inner, runs;  // stride of the axis in elements; work items
  int size, window, before;
  FilterBorder border;
  int inverted, unused;
};

}  // namespace hrk
