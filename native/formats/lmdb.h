// LMDB databases for readers: the location of each key's value in the file.
#pragma once
#include <string>
#include <vector>

#include "formats/files.h"

namespace hr {

// Records of a database in key order.
struct LmdbIndex {
  std::vector<int64_t> offsets, lengths;  // of values in the file
  std::string keys;                       // concatenated
  std::vector<int64_t> key_offsets;       // one more entry than records
};

// Reads the pages of the tree, not the values. The file must not change during the call or later.
LmdbIndex index_lmdb(const File& file);

}  // namespace hr
