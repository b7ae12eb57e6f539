#pragma once

namespace hrk {

struct ScaleParams {
  float mul, add;
};

}  // namespace hrk
