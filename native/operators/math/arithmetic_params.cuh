// Parameters of the arithmetic kernels, shared by host and device.
#pragma once

namespace hrk {

inline constexpr int kConstant = 3;  // operands below are inputs, others constants

struct ArithmeticParams {
  unsigned long long constant[2];  // bits in the compute type
};

}  // namespace hrk
