// What the host hands to the kernels of pixels.
#pragma once

namespace hrk {

// out = matrix * (in - center) + offset, added up from left to right.
struct PixelMapParams {
  float matrix[9], center[3], offset[3];
  int unused;
};

struct HueHsvParams {
  float sixths;  // of a circle
  int unused[3];
};

}  // namespace hrk
