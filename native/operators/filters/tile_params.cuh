// What the host hands to the kernels of tile.
#pragma once
#include "numerics/border.cuh"

namespace hrk {

// A sample for filters that read the surroundings of a pixel: planes of rows of pixels, which are
// made in tiles. Pixels of more than four channels are taken apart: each channel is a plane.
struct TileParams {
  unsigned long long from, to;
  long long from_plane, to_plane;  // elements from one plane to the next
  long long from_row, to_row;
  int nz, ny, nx;  // pixels of the input
  int out_nz, out_ny, out_nx;
  int split, pixel;   // channels that are planes; elements from one pixel to the next
  int height, width;  // of a tile, in pixels
  unsigned tiles_y, tiles_x, tiles, unused;
};

}  // namespace hrk
