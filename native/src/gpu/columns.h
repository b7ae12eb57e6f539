// Grids of kernels whose threads walk down columns (cuda/columns.cuh).
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>

namespace hr::gpu {

// Blocks of 32 columns and 8 rows that cover samples, and how often each steps down.
class ColumnGrid {
 public:
  void add(int64_t columns, int64_t planes, int64_t rows) {
    deep_ |= planes > 1;
    rows *= planes;
    most_columns_ = std::max(most_columns_, columns);
    most_rows_ = std::max(most_rows_, rows);
    total_ += across(columns) * ((rows + 7) / 8);
  }
  // So many that all processors of a GPU are busy several times over.
  uint64_t steps() const {
    return static_cast<uint64_t>(std::clamp<int64_t>(total_ / 8192, 1, 16));
  }
  unsigned blocks() const {
    int64_t rows = 8 * static_cast<int64_t>(steps());
    int64_t n = across(most_columns_) * ((most_rows_ + rows - 1) / rows);
    return static_cast<unsigned>(std::clamp<int64_t>(n, 1, 1 << 20));
  }

  // The kernel of a step; its launch gets steps() as extra. blocks: GpuKernel::least_blocks.
  std::string text(const std::string& includes, const std::string& type, int blocks) const {
    std::string bounds = blocks ? "__launch_bounds__(256, " + std::to_string(blocks) + ") " : "";
    return "#define HR_COOPERATIVE\n" + includes +
           "#include \"columns.cuh\"\nextern \"C\" __global__ void " + bounds +
           "kernel(Launch l) {\n"
           "  compose_columns<" +
           type + (deep_ ? ", true" : ", false") + ">(l);\n}\n";
  }

 private:
  static int64_t across(int64_t columns) { return (columns + 31) / 32; }
  int64_t most_columns_ = 0, most_rows_ = 0, total_ = 0;
  bool deep_ = false;
};

}  // namespace hr::gpu
