// What the host hands to the kernels of filter.
#pragma once
#include "operators/filters/tile_params.cuh"

namespace hrk {

struct FilterParams {
  TileParams tile;
  unsigned long long window, fill;  // fill: 0 where there is none
  int size[3], anchor[3];           // along z, y, x
  FilterBorder border;
  int rows, columns;  // of the window, taken at a time
  int unused;
};

}  // namespace hrk
