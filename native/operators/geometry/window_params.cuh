// What the host hands to the kernels of window.
#pragma once
#include "numerics/border.cuh"

namespace hrk {

// A window of an image: pixel (z, y, x) is that of the source at (z + az, y + ay, x + ax).
struct WindowParams {
  int az, ay, ax;              // where it begins; x in elements where pixels are not whole
  int ez, ey, ex;              // extents of the source
  Bounds bounds;               // what stands for pixels outside
  int inside;                  // the window leaves the source nowhere
  int channels;                // of a pixel, where x counts elements; else 1
  int fill_by;                 // 0: one fill value, 1: one for each channel, 2: for each z
  unsigned long long fill[4];  // in the output's type
};

struct CropMirrorNormalizeParams {
  int az, ay, ax;
  int ez, ey, ex;
  int inside, mirror;
  int nx, unused;  // columns of the output
  float mul[4], add[4];
  unsigned long long fill[4];  // by channel of the output
};

// Axis k of an output: its place i is place first + i·step of an axis with `extent` places, which
// are `stride` elements apart.
struct CopyAxisParams {
  long long size, first, step, extent, stride;
};

// A copy of an array whose axes are cut, turned round or rearranged.
struct CopyAxesParams {
  unsigned long long in, out;
  long long count;  // elements of the output
  Bounds bounds;
  int channel;
  unsigned long long fill, factors;  // in the arena: values and factors by places of axis `channel`
  CopyAxisParams axis[10];
};

}  // namespace hrk
