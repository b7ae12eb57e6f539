// lookup_table: arguments, and the table built from them.
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

// Entries for all values of an 8-bit type, or up to the largest key; then one default entry.
struct LookupTable {
  std::vector<uint64_t> bytes;  // contiguous elements of the output type
  int64_t count = 0;            // entries without the default
};

}  // namespace hr
