// What the host hands to the kernels of arithmetic.
#pragma once

namespace hrk {

inline constexpr int kConstant = 3;  // operands from it on are constants, those below it inputs

struct ArithmeticParams {
  unsigned long long constant[2];  // bits of the type it is computed in
};

}  // namespace hrk
