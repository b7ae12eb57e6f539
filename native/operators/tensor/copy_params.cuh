// What the host hands to the kernels of copy.
#pragma once

namespace hrk {

struct CopyParams {
  unsigned long long from, to;
  long long bytes, unused;
};

}  // namespace hrk
