// What the host hands to the kernels of grid_mask.
#pragma once

namespace hrk {

struct GridMaskParams {
  float ratio, cosine, sine, shift_x, shift_y;  // in tiles
  int channels;                                 // of a pixel, where x counts elements; else 1
  int unused[2];
};

}  // namespace hrk
