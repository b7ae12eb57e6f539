// Parameters of the grid_mask kernels, shared by host and device.
#pragma once

namespace hrk {

struct GridMaskParams {
  float ratio, cosine, sine, shift_x, shift_y;  // in tiles
  int channels;                                 // channels per pixel if x counts elements; else 1
  int unused[2];
};

}  // namespace hrk
