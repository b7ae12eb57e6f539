// Parameters of the reduce kernels, shared by host and device.
#pragma once
#include "gpu/device/divide_params.cuh"

namespace hrk {

// How a sample is reduced. Results form groups of `columns`. A group reduces `segments` segments of
// `rows` times `columns` elements, and is processed in `parts`.
struct ReduceParams {
  unsigned long long in;
  unsigned long long partial;  // [part][result]
  long long groups, segments, rows, columns;
  long long units;  // pieces per segment; a thread adds up one at a time
  long long share;  // units per part
  long long parts, kept;
  long long count;      // elements per result
  double degrees;       // divisor of sums of squares
  int group;            // threads that share a part
  int nkept, nreduced;  // axes that enumerate groups, and segments
  int attached;         // bit mask: `center`, `factor` are offsets into the upload
  Divider by_groups, by_units, by_columns;
  Divider kept_size[5], reduced_size[5];
  long long kept_step[5], reduced_step[5];
  unsigned long long out;
  unsigned long long center;  // centre of deviations
  long long center_step;      // 0: one for all results
  unsigned long long factor;
  double scale, epsilon;
};

}  // namespace hrk
