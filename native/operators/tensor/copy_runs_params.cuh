// Parameters of the copy_runs kernels, shared by host and device.
#pragma once
#include "gpu/device/divide_params.cuh"

namespace hrk {

// Runs of bytes with different strides in input and output.
struct CopyRunsParams {
  unsigned long long in, out;
  long long bytes, runs;
  long long pieces;  // pieces per run
  int naxes, unused;
  Divider by_pieces;
  Divider size[9];  // sizes of the axes that enumerate runs
  long long in_step[9], out_step[9];
};

}  // namespace hrk
