// Parameters of the coords kernels, shared by host and device.
#pragma once

namespace hrk {

// Contiguous points: `from` coordinates are mapped to `to`.
struct PointsParams {
  unsigned long long in, out;  // addresses
  long long points;
  int from, to;
  unsigned long long matrix;   // in the upload: `to` rows of `from` numbers, then `to` offsets
  double center[3], scale[3];  // for flips
};

}  // namespace hrk
