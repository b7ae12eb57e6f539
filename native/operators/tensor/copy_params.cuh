// Parameters of the copy kernels, shared by host and device.
#pragma once

namespace hrk {

struct CopyParams {
  unsigned long long from, to;
  long long bytes, unused;
};

}  // namespace hrk
