// Parameters of the resize kernels, shared by host and device.
#pragma once

namespace hrk {

// How outputs of an axis map to source pixels: Note [Filters] in resample_weights.cc.
enum ResizeKind { kResizeCopy, kResizeNearest, kResizeWalk, kResizeTriangular, kResizeTable };

// Start of each filter in the common table: its points and two zeros.
enum ResizeTable {
  kCubicTable = 0,
  kGaussianTable = kCubicTable + 128 + 3,
  kLanczosTable = kGaussianTable + 64 + 3,
  kFilterPoints = kLanczosTable + 192 + 3
};

constexpr int kWalkMarks = 16;
constexpr int kFewColumns = 5, kFewRows = 5;

struct ResizeAxis {
  int kind, table;  // table: -1 for triangular
  int from, step;   // output o is element from + step · o of the interval
  int in_size, origin;
  int size, taps;     // pixels of a support; those inside the image at most
  float scale, left;  // element i has its support (nearest: its position) at i · scale + left
  float per_pixel;    // filter units per pixel
  float last;         // end of the filter's table, in its units
  int every;          // kResizeWalk: marks are the positions of elements 0, every, 2 · every …
  int cut;            // pixels outside of the image have no weight
  int unused[2];
  float walk[kWalkMarks];
};

struct ResizeParams {
  ResizeAxis z, y, x;
  int channels;
  int copies;  // each output copies one source pixel
  int few;     // 2 … kFewColumns taps along x, at most kFewRows along y
  int unused;
};

// One axis of a tensor: outer × in × inner → outer × out × inner.
struct ResamplePass {
  unsigned long long from, to;
  long long count;  // output elements
  long long inner, out;
  unsigned long long axes;  // copies: offset of a ResampleCopy per axis; else of one ResizeAxis
  int copies;               // number of copied axes; 0: weighted sums
  int from_sums, to_sums;   // float32 intermediate results instead of the input or output type
  int unused;
};

struct ResampleCopy {
  ResizeAxis axis;
  long long out, stride;
};

}  // namespace hrk
