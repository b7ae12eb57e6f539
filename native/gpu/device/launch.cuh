// What the host hands to a kernel, and the records every composed kernel reads. Both sides include
// this: plain types, no pointers but addresses in device memory.
#pragma once
#include "gpu/device/divide_params.cuh"

namespace hrk {

// Passed by value. `table` holds n records of `stride` bytes, one a virtual sample (a sample, or a
// frame of it); `arena` is the whole upload, which records may refer to by offsets.
struct Launch {
  const char* arena;
  const char* table;
  long long n;
  long long stride;
  unsigned long long extra[8];
};

// Where the pixels of a value lie: element (z, y, x, c) is at data[z·sz + y·sy + x·sx + c·sc].
// Strides are in elements; 0 repeats the value along an axis.
struct MemoryParams {
  unsigned long long data;
  long long sz, sy, sx, sc;
};

// What a composed kernel writes: nz × ny rows of nx pixels, in runs of V pixels of a row.
struct StoreParams {
  MemoryParams to;
  int nz, ny, nx;
  unsigned runs;            // in a row
  unsigned count;           // in all rows
  unsigned dense;           // rows follow one another in memory: runs are counted over all of them
  long long limit;          // pixels in all
  Divider by_row;           // dense: nx; else runs
  unsigned long long home;  // where the record was before a kernel copied it; 0: it is there
};

}  // namespace hrk
