// lookup_table: its arguments, and the table made of them.
#pragma once
#include <vector>

#include "engine/kernel.h"

namespace hr {

struct LookupArgs {
  List<int64_t> keys;
  List<float> values;
  float default_value;
};
HR_ARGS(LookupArgs, keys, values, default_value);

// Entries for all values of an 8-bit type, or up to the largest key; then one for everything else.
struct LookupTable {
  std::vector<uint64_t> bytes;  // as elements of the output's type, densely
  int64_t count = 0;            // of entries before the default one
};

}  // namespace hr
