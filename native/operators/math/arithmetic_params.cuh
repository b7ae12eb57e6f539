// What the host hands to the kernels of arithmetic.
#pragma once

namespace hrk {

struct ArithmeticParams {
  unsigned long long constant[2];  // bits of the type it is computed in
};

}  // namespace hrk
