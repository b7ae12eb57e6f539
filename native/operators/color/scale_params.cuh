// What the host hands to the kernels of scale.
#pragma once

namespace hrk {

struct ScaleParams {
  float mul, add;
};

}  // namespace hrk
