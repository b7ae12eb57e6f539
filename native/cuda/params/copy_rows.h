#pragma once
#include "divide.h"

namespace hrk {

// Rows that lie `step` bytes apart, to be put behind one another.
struct CopyRowsParams {
  unsigned long long in, out;
  long long step, total;
  Divider by_bytes;  // of a row
};

}  // namespace hrk
