// Parameters of the window kernels, shared by host and device.
#pragma once
#include "numerics/border.cuh"

namespace hrk {

// A window of an image: pixel (z, y, x) reads the source at (z + az, y + ay, x + ax).
struct WindowParams {
  int az, ay, ax;              // anchor; x in elements if a pixel is one element
  int ez, ey, ex;              // extents of the source
  Bounds bounds;               // replacement of pixels outside
  int inside;                  // the window is completely inside
  int channels;                // channels per pixel if x counts elements; else 1
  int fill_by;                 // 0: one fill value, 1: one per channel, 2: one per z
  unsigned long long fill[4];  // in the output type
};

struct CropMirrorNormalizeParams {
  int az, ay, ax;
  int ez, ey, ex;
  int inside, mirror;
  int nx, unused;  // output columns
  float mul[4], add[4];
  unsigned long long fill[4];  // per output channel
};

// Axis k of an output: index i reads index first + i·step of an input axis with `extent` elements
// at `stride` (in elements).
struct CopyAxisParams {
  long long size, first, step, extent, stride;
};

// A copy of an array with cropped, reversed or permuted axes.
struct CopyAxesParams {
  unsigned long long in, out;
  long long count;  // elements of the output
  Bounds bounds;
  int channel;
  unsigned long long fill, factors;  // in the arena: values and factors by index of axis `channel`
  CopyAxisParams axis[10];
};

}  // namespace hrk
