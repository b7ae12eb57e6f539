// Parameters of the tile kernels, shared by host and device.
#pragma once
#include "numerics/border.cuh"

namespace hrk {

// A sample for neighbourhood filters: planes of pixel rows, processed in tiles. If pixels have more
// than four channels, each channel is a plane.
struct TileParams {
  unsigned long long from, to;
  long long from_plane, to_plane;  // plane strides in elements
  long long from_row, to_row;
  int nz, ny, nx;  // input size in pixels
  int out_nz, out_ny, out_nx;
  int split, pixel;   // channels stored as planes; pixel stride in elements
  int height, width;  // tile size in pixels
  unsigned tiles_y, tiles_x, tiles, unused;
};

}  // namespace hrk
