// Parameters of the copy_rows kernels, shared by host and device.
#pragma once
#include "gpu/device/divide_params.cuh"

namespace hrk {

// Rows at a stride of `step` bytes, copied to contiguous memory.
struct CopyRowsParams {
  unsigned long long in, out;
  long long step, total;
  Divider by_bytes;  // bytes per row
};

}  // namespace hrk
