// Parameters of the transpose kernels, shared by host and device.
#pragma once
#include "gpu/device/divide_params.cuh"

namespace hrk {

// Pixels of a few channels, interleaved and planar; repeated for `blocks` blocks.
struct PlanesParams {
  unsigned long long interleaved, plane[4];
  long long pixels, blocks;
  long long interleaved_step, plane_step;  // block strides in bytes
  long long units;                         // units per block
  Divider by_units;
};

// Axis `a` is contiguous in the input, `b` in the output; tiles have a_tile × b_tile items.
struct TilesParams {
  unsigned long long in, out;
  long long a_size, b_size, a_tiles, b_tiles, others;
  long long b_in, a_out;  // strides in bytes; the contiguous axes have the item size
  int a_tile, b_tile, naxes, unused;
  Divider by_a_tile, by_b_tile;
  Divider size[8];  // sizes of the other axes
  long long in_step[8], out_step[8];
};

}  // namespace hrk
