// What the host hands to the kernels of debayer.
#pragma once
#include "base/enum.cuh"

namespace hrk {

HR_ENUM(DebayerAlgorithm, bilinear_ocv, edgeaware_ocv, vng_ocv, gray_ocv);

struct DebayerParams {
  int ny, nx;          // of the image; less than 8: no variable number of gradients
  int blue_y, blue_x;  // where blue is in every tile of 2×2
};

}  // namespace hrk
