// Precomputed divisor, shared by host and device.
#pragma once

namespace hrk {

// Division by multiply and shift, for numerators below 2^31.
struct Divider {
  unsigned mul, shift;
  long long by;
};

}  // namespace hrk
