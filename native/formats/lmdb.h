// LMDB databases, as far as readers need them: where the value of each key lies in the file.
#pragma once
#include <string>
#include <vector>

#include "formats/files.h"

namespace hr {

// The records of a database in the order of their keys.
struct LmdbIndex {
  std::vector<int64_t> offsets, lengths;  // of values, within the file
  std::string keys;                       // one behind the other
  std::vector<int64_t> key_offsets;       // one more than there are records
};

// Reads the pages of the tree, not the values. The file must not change meanwhile or afterwards.
LmdbIndex index_lmdb(const File& file);

}  // namespace hr
