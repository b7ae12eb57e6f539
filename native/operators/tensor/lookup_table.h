// The table of a call of lookup_table.
#pragma once
#include <cstdint>
#include <vector>

namespace hr {

// Entries for all values of an 8-bit type, or up to the largest key; then one for everything else.
struct LookupTable {
  std::vector<uint64_t> bytes;  // as elements of the output's type, densely
  int64_t count = 0;            // of entries before the default one
};

}  // namespace hr
