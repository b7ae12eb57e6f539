// What the host hands to the kernels of reduce.
#pragma once
#include "gpu/device/divide_params.cuh"

namespace hrk {

// How the elements of a sample are added up. Results lie in groups of `columns`; what goes into a
// group are `segments` pieces of memory of `rows` times `columns` elements. A group is worked on in
// `parts`.
struct ReduceParams {
  unsigned long long in;
  unsigned long long partial;  // [part][result]
  long long groups, segments, rows, columns;
  long long units;  // of a segment: as much as a thread takes at once
  long long share;  // units of a part
  long long parts, kept;
  long long count;      // elements that go into one result
  double degrees;       // what sums of squares are divided by
  int group;            // threads that work on a part together
  int nkept, nreduced;  // axes that lead to groups, and to segments
  int attached;         // bits: `center`, `factor` are offsets into the upload
  Divider by_groups, by_units, by_columns;
  Divider kept_size[5], reduced_size[5];
  long long kept_step[5], reduced_step[5];
  unsigned long long out;
  unsigned long long center;  // what deviations are measured from
  long long center_step;      // 0: one for all results
  unsigned long long factor;
  double scale, epsilon;
};

}  // namespace hrk
