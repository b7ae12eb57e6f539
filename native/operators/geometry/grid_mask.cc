// grid_mask: sets squares of a grid to zero.
#include "operators/geometry/grid_mask.h"

#include <algorithm>
#include <cstring>

namespace hr::grid_mask_kernel {
namespace {

using namespace grid_mask;

void infer(const GridMaskArgs& a, InferContext& c) {
  if (a.tile <= 0) fail_value("tile must be positive, got " + std::to_string(a.tile));
  c.out[0] = c.in[0].shape;
}

Region region(const InferContext& c, const Region* want) {
  return want ? *want : Region{0, 0, c.in[0].shape[0], c.in[0].shape[1]};
}

// Copies a row of pixels of `item` bytes, with zeros where `keep` is 0.
void mask_row(const uint8_t* in, uint8_t* out, const uint8_t* keep, int64_t n, int64_t item) {
  for (int64_t x = 0; x < n;) {
    const void* next = std::memchr(keep + x, !keep[x], static_cast<size_t>(n - x));
    int64_t end = next ? static_cast<const uint8_t*>(next) - keep : n;
    size_t size = static_cast<size_t>((end - x) * item);
    if (keep[x])
      std::memcpy(out + x * item, in + x * item, size);
    else
      std::memset(out + x * item, 0, size);
    x = end;
  }
}

void run(const GridMaskArgs& a, RunContext& c) {
  View out = c.out[0].narrowed();
  if (out.volume() == 0) return;
  const View& in = c.in[0];
  const int rows = a.rows;
  // Start of the requested region along the first two axes.
  int64_t begin[kMaxDims] = {};
  const uint8_t* from = in.data;
  if (c.out[0].windowed) {
    begin[0] = c.out[0].region.y0;
    begin[1] = c.out[0].region.x0;
    if (!in.windowed)
      from += begin[0] * in.pitch() + begin[1] * in.shape.volume(2) * itemsize(in.dtype);
  }
  int64_t planes = out.shape.volume(0, rows), height = out.shape[rows], width = out.shape[rows + 1];
  int64_t item = out.shape.volume(rows + 2) * itemsize(out.dtype), pitch = out.pitch();
  Grid grid(a);
  uint8_t* keep = scratch(static_cast<size_t>(width));
  for (int64_t y = 0; y < height; y++) {
    pixels().grid(grid.row(begin[rows] + y), begin[rows + 1], keep, width);
    for (int64_t p = 0; p < planes; p++) {
      int64_t at = (p * height + y) * width * item;
      mask_row(from + at / pitch * in.pitch() + at % pitch, out.data + at, keep, width, item);
    }
  }
}

const KernelEntry entry{{.name = "grid_mask",
                         .args = schema<GridMaskArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .makes_region = true,
                         .region = region}};

}  // namespace
}  // namespace hr::grid_mask_kernel
