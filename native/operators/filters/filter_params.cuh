// Parameters of the filter kernels, shared by host and device.
#pragma once
#include "operators/filters/tile_params.cuh"

namespace hrk {

struct FilterParams {
  TileParams tile;
  unsigned long long window, fill;  // fill: 0 if none
  int size[3], anchor[3];           // along z, y, x
  FilterBorder border;
  int rows, columns;  // part of the window per step
  int unused;
};

}  // namespace hrk
