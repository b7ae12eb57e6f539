// What the host hands to the kernels of copy_rows.
#pragma once
#include "gpu/device/divide_params.cuh"

namespace hrk {

// Rows that lie `step` bytes apart, to be put behind one another.
struct CopyRowsParams {
  unsigned long long in, out;
  long long step, total;
  Divider by_bytes;  // of a row
};

}  // namespace hrk
