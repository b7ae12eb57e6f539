// What the host hands to the kernels of equalize.
#pragma once

namespace hrk {

// A plane of interleaved channels, or, where `stride` is not their number, one channel of it.
struct EqualizeParams {
  unsigned long long from, to;
  unsigned long long counts;  // 256 numbers for each channel
  long long pixels, stride;
};

}  // namespace hrk
