// The kernel argument and the record header, included by host and device: plain types, pointers
// only as device addresses.
#pragma once
#include "gpu/device/divide_params.cuh"

namespace hrk {

// Passed by value. `table` has n records of `stride` bytes, one per virtual sample (a sample or a
// frame of it). `arena` is the whole upload, which records address by offset.
struct Launch {
  const char* arena;
  const char* table;
  long long n;
  long long stride;
  unsigned long long extra[8];
};

// Strided array: element (z, y, x, c) is data[z·sz + y·sy + x·sx + c·sc]. Strides are in elements;
// stride 0 broadcasts.
struct MemoryParams {
  unsigned long long data;
  long long sz, sy, sx, sc;
};

// Output of a composed kernel: nz × ny rows of nx pixels, in runs of V pixels.
struct StoreParams {
  MemoryParams to;
  int nz, ny, nx;
  unsigned runs;            // per row
  unsigned count;           // in all rows
  unsigned dense;           // rows are contiguous: runs are counted across them
  long long limit;          // total pixels
  Divider by_row;           // divides by nx if dense, else by runs
  unsigned long long home;  // address of the original if this is a copy in shared memory, else 0
};

}  // namespace hrk
