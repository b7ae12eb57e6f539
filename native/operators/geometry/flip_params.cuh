// Parameters of the flip kernels, shared by host and device.
#pragma once

namespace hrk {

struct FlipParams {
  int nz, ny, nx;  // sizes in pixels
  int mz, my, mx;  // mirrored axes
  int channels, unused;
};

}  // namespace hrk
