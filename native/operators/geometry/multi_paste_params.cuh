// Parameters of the multi_paste kernels, shared by host and device.
#pragma once

namespace hrk {

// Rows y0 … y1 - 1 and elements x0 … x1 - 1 of a row, and their source.
struct PasteRegion {
  unsigned long long in;  // address of the first element
  long long pitch;        // row pitch in elements
  int y0, y1, x0, x1;
};

struct MultiPasteParams {
  unsigned long long out;
  unsigned long long regions;        // in the arena, topmost first
  int count, height, width, unused;  // width in elements
};

}  // namespace hrk
