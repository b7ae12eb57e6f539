// What the host hands to the kernels of resize.
#pragma once

namespace hrk {

// How the outputs of an axis find their source pixels: Note [Filters] in resample_weights.cc.
enum ResizeKind { kResizeCopy, kResizeNearest, kResizeWalk, kResizeTriangular, kResizeTable };

// Where the filters start in a table of all of them: points and two zeros each.
enum ResizeTable {
  kCubicTable = 0,
  kGaussianTable = kCubicTable + 128 + 3,
  kLanczosTable = kGaussianTable + 64 + 3,
  kFilterPoints = kLanczosTable + 192 + 3
};

constexpr int kWalkMarks = 16;
constexpr int kFewColumns = 5, kFewRows = 5;

struct ResizeAxis {
  int kind, table;  // table: -1, a triangle
  int from, step;   // output o of the axis is element from + step · o of its interval
  int in_size, origin;
  int size, taps;     // pixels of a support; of it, inside the image
  float scale, left;  // element i has its support (nearest: itself) at i · scale + left
  float per_pixel;    // of the filter's own units
  float last;         // of these: the end of its table
  int every;          // kResizeWalk: where the elements 0, every, 2 · every … are
  int cut;            // pixels beyond the image count nothing
  int unused[2];
  float walk[kWalkMarks];
};

struct ResizeParams {
  ResizeAxis z, y, x;
  int channels;
  int copies;  // each output is one source pixel: no arithmetic
  int few;     // 2 … kFewColumns taps along x, no more than kFewRows along y
  int unused;
};

// One axis of tensors: outer × in × inner → outer × out × inner.
struct ResamplePass {
  unsigned long long from, to;
  long long count;  // elements to make
  long long inner, out;
  unsigned long long axes;  // copies: ResampleCopy of all axes, at this offset; else one ResizeAxis
  int copies;               // how many axes; 0: a sum
  int from_sums, to_sums;   // float32 between passes, instead of the type of the input or output
  int unused;
};

struct ResampleCopy {
  ResizeAxis axis;
  long long out, stride;
};

}  // namespace hrk
