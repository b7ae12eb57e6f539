// What the host hands to the kernels of lookup_table.
#pragma once

namespace hrk {

// A table of `count` entries and one for everything else, in the upload. Steps add its offset to
// their record, launches to the arena.
struct LookupParams {
  unsigned long long table;
  long long count;
};

// A launch of its own: tables that are too large to travel with a chain.
struct LookupPieceParams {
  LookupParams lookup;
  unsigned long long from, to;
  long long n, unused;
};

}  // namespace hrk
