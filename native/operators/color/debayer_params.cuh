// Parameters of the debayer kernels, shared by host and device.
#pragma once
#include "base/enum.cuh"

namespace hrk {

HR_ENUM(DebayerAlgorithm, bilinear_ocv, edgeaware_ocv, vng_ocv, gray_ocv);

struct DebayerParams {
  int ny, nx;          // of the image; below 8: vng falls back to bilinear
  int blue_y, blue_x;  // position of blue in every 2×2 tile
};

}  // namespace hrk
