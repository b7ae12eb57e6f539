// Parameters of the normalize kernels, shared by host and device.
#pragma once
#include "gpu/device/divide_params.cuh"

namespace hrk {

// (x - center) · factor + shift. A sample consists of `segments` contiguous segments; a segment has
// `columns` interleaved results, or belongs to a single result.
struct NormalizeParams {
  unsigned long long in, out;
  unsigned long long center, factor;  // doubles
  int attached;                       // bit mask: center, factor are offsets into the upload
  int naxes;                          // axes that enumerate segments
  long long segments, length, columns;
  long long units;  // pieces per segment; a thread handles one at a time
  Divider by_units, by_columns;
  Divider size[9];
  long long step[9];  // step in results per axis; 0 along reduced axes
  double shift;
};

// The same for pixels whose channels have given statistics.
struct NormalizePixelParams {
  double center[4], factor[4];
  double shift, unused;
};

}  // namespace hrk
