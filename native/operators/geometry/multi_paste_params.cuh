// What the host hands to the kernels of multi_paste.
#pragma once

namespace hrk {

// Rows y0 … y1 - 1 and elements x0 … x1 - 1 of a row, and where they come from.
struct PasteRegion {
  unsigned long long in;  // the first element
  long long pitch;        // elements from row to row
  int y0, y1, x0, x1;
};

struct MultiPasteParams {
  unsigned long long out;
  unsigned long long regions;        // in the arena, the topmost one first
  int count, height, width, unused;  // width in elements
};

}  // namespace hrk
