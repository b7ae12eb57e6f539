// Parameters of the equalize kernels, shared by host and device.
#pragma once

namespace hrk {

// A plane of interleaved channels; a single channel if `stride` is not the number of channels.
struct EqualizeParams {
  unsigned long long from, to;
  unsigned long long counts;  // 256 counters per channel
  long long pixels, stride;
};

}  // namespace hrk
