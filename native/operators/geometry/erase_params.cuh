// Parameters of the erase kernels, shared by host and device.
#pragma once

namespace hrk {

// Indices [0] … [1] - 1 along each axis; x counts elements if a pixel is one element.
struct EraseRegion {
  int z[2], y[2], x[2], c[2];
};

struct EraseParams {
  int regions;
  int fill_by;                   // 0: one fill value, 1: one per channel, 2: one per z
  int channels;                  // channels per pixel if x counts elements; else 1
  int by_channel;                // regions restrict channels
  unsigned long long at, fills;  // offsets from the record: EraseRegion[], then values of 8 bytes
};

// The same for arrays with any number of axes.
struct EraseAxesParams {
  unsigned long long in, out;
  long long count;
  int ndim, regions, channel, unused;
  unsigned long long at, fills;  // in the arena: 2·ndim indices per region, values of 8 bytes
  long long size[10];
};

}  // namespace hrk
