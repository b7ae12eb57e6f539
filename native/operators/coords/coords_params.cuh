// What the host hands to the kernels of coords.
#pragma once

namespace hrk {

// Points that lie behind one another: `from` coordinates become `to`.
struct PointsParams {
  unsigned long long in, out;  // addresses
  long long points;
  int from, to;
  unsigned long long matrix;   // in the upload: `to` rows of `from` numbers, then `to` offsets
  double center[3], scale[3];  // of points that are flipped
};

}  // namespace hrk
