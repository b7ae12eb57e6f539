// What the host hands to the kernels of normalize.
#pragma once
#include "gpu/device/divide_params.cuh"

namespace hrk {

// (x - center) · factor + shift. A sample is `segments` pieces of memory; a piece has `columns`
// interleaved results or belongs to one alone.
struct NormalizeParams {
  unsigned long long in, out;
  unsigned long long center, factor;  // doubles
  int attached;                       // bits: center, factor are offsets into the upload
  int naxes;                          // that lead to segments
  long long segments, length, columns;
  long long units;  // of a segment: as much as a thread takes at once
  Divider by_units, by_columns;
  Divider size[9];
  long long step[9];  // in results; 0 along reduced axes
  double shift;
};

// The same of pixels, whose channels have given statistics.
struct NormalizePixelParams {
  double center[4], factor[4];
  double shift, unused;
};

}  // namespace hrk
