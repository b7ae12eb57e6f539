// Launch grids for column kernels (device/columns.cuh).
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>

#include "gpu/kernel.h"

namespace hr::gpu {

// GpuKernel::least_blocks as a launch bound.
inline std::string launch_bounds(int blocks) {
  return blocks ? "__launch_bounds__(256, " + std::to_string(blocks) + ") " : "";
}

// Chooses the grid: blocks of 256 threads (32 × 8 or 16 × 16), and how many steps each takes
// downwards.
class ColumnGrid {
 public:
  // Shares::beside: a thread computes four adjacent pixels at a time for 1-byte output, else two.
  explicit ColumnGrid(Shares shares, bool bytes = false)
      : down_(shares == Shares::below),
        pixels_(shares != Shares::beside ? 1
                : bytes                  ? 4
                                         : 2),
        width_(pixels_ == 1 ? 32 : 64),
        height_(pixels_ == 4 ? 16 : 8) {}
  void add(int64_t columns, int64_t planes, int64_t rows) {
    deep_ |= planes > 1;
    rows *= planes;
    most_columns_ = std::max(most_columns_, columns);
    most_rows_ = std::max(most_rows_, rows);
    total_ += across(columns) * ((rows + height_ - 1) / height_);
  }
  // Few enough that the grid fills all SMs several times over.
  uint64_t steps() const {
    int64_t most = std::clamp<int64_t>(total_ / (down_ ? 4096 : 8192), 1, 16);
    int64_t most_high = height_ * most;
    int64_t bands = (most_rows_ + most_high - 1) / most_high;  // all of equal height
    return static_cast<uint64_t>((most_rows_ + height_ * bands - 1) / (height_ * bands));
  }
  unsigned blocks() const {
    int64_t rows = height_ * static_cast<int64_t>(steps());
    int64_t n = across(most_columns_) * ((most_rows_ + rows - 1) / rows);
    return static_cast<unsigned>(std::clamp<int64_t>(n, 1, 1 << 20));
  }

  // Source of the kernel for one step type; launch it with steps() as extra[0]. record: bytes per
  // record; blocks: GpuKernel::least_blocks.
  std::string text(const std::string& includes, const std::string& type, size_t record,
                   int blocks) const {
    return "#define HR_COOPERATIVE\n" + includes +
           "#include \"gpu/device/columns.cuh\"\nextern \"C\" __global__ void " +
           launch_bounds(blocks) +
           "kernel(Launch l) {\n"
           "  compose_columns<" +
           type + ", " + std::to_string(record) + ", " + std::to_string(pixels_) +
           (deep_ ? ", true" : ", false") + (down_ ? ", true" : ", false") + ">(l);\n}\n";
  }

 private:
  int64_t across(int64_t columns) const { return (columns + width_ - 1) / width_; }
  int64_t most_columns_ = 0, most_rows_ = 0, total_ = 0;
  bool deep_ = false;
  bool down_;               // a thread's pixels are vertical neighbours
  int pixels_;              // horizontally adjacent pixels per thread
  int64_t width_, height_;  // of a block, in pixels, per step down
};

}  // namespace hr::gpu
