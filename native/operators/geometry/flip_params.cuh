// What the host hands to the kernels of flip.
#pragma once

namespace hrk {

struct FlipParams {
  int nz, ny, nx;  // sizes of the axes, in pixels
  int mz, my, mx;  // which of them are mirrored
  int channels, unused;
};

}  // namespace hrk
