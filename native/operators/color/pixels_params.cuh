// Parameters of the pixel kernels, shared by host and device.
#pragma once

namespace hrk {

// out = matrix * (in - center) + offset, summed from left to right.
struct PixelMapParams {
  float matrix[9], center[3], offset[3];
  int unused;
};

struct HueHsvParams {
  float sixths;  // of a circle
  int unused[3];
};

}  // namespace hrk
