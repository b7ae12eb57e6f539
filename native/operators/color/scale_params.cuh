// Parameters of the scale kernels, shared by host and device.
#pragma once

namespace hrk {

struct ScaleParams {
  float mul, add;
};

}  // namespace hrk
