// What the host hands to the kernels of erase.
#pragma once

namespace hrk {

// Places [0] … [1] - 1 along each axis; x in elements where pixels are not whole.
struct EraseRegion {
  int z[2], y[2], x[2], c[2];
};

struct EraseParams {
  int regions;
  int fill_by;                   // 0: one fill value, 1: one for each channel, 2: for each z
  int channels;                  // of a pixel, where x counts elements; else 1
  int by_channel;                // regions have part of the channels
  unsigned long long at, fills;  // from the record: EraseRegion[], then values of 8 bytes
};

// The same for arrays of any number of axes.
struct EraseAxesParams {
  unsigned long long in, out;
  long long count;
  int ndim, regions, channel, unused;
  unsigned long long at, fills;  // in the arena: 2·ndim places a region, values of 8 bytes
  long long size[10];
};

}  // namespace hrk
