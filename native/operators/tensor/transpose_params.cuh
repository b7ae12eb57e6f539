// What the host hands to the kernels of transpose.
#pragma once
#include "gpu/device/divide_params.cuh"

namespace hrk {

// Pixels of a few channels, between interleaved and planes; `blocks` times the same.
struct PlanesParams {
  unsigned long long interleaved, plane[4];
  long long pixels, blocks;
  long long interleaved_step, plane_step;  // bytes from block to block
  long long units;                         // of a block
  Divider by_units;
};

// Axis `a` is dense in the input, `b` in the output; tiles have a_tile × b_tile items.
struct TilesParams {
  unsigned long long in, out;
  long long a_size, b_size, a_tiles, b_tiles, others;
  long long b_in, a_out;  // bytes; the dense steps are the item
  int a_tile, b_tile, naxes, unused;
  Divider by_a_tile, by_b_tile;
  Divider size[8];  // of the other axes
  long long in_step[8], out_step[8];
};

}  // namespace hrk
