// What the host hands to the kernels of neighbourhood.
#pragma once
#include "operators/filters/tile_params.cuh"

namespace hrk {

// A rectangle around each pixel, which reaches `top` up and `left` to the left.
struct NeighbourhoodParams {
  TileParams tile;
  int height, width, top, left;
  FilterBorder border;
  int inverted;
};

// The largest keys along one axis.
struct LargestParams {
  unsigned long long from, to;
  long long inner, runs;  // elements from one place of the axis to the next; pieces of work
  int size, window, before;
  FilterBorder border;
  int inverted, unused;
};

}  // namespace hrk
