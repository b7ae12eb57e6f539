// What the host hands to the kernels of divide.
#pragma once

namespace hrk {

// Division by a number that the host knows: a multiplication below 2^31.
struct Divider {
  unsigned mul, shift;
  long long by;
};

}  // namespace hrk
