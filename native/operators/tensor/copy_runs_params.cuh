// What the host hands to the kernels of copy_runs.
#pragma once
#include "gpu/device/divide_params.cuh"

namespace hrk {

// Runs of bytes that lie in other steps than they are to lie in.
struct CopyRunsParams {
  unsigned long long in, out;
  long long bytes, runs;
  long long pieces;  // of a run
  int naxes, unused;
  Divider by_pieces;
  Divider size[9];  // of the axes that runs are counted along
  long long in_step[9], out_step[9];
};

}  // namespace hrk
