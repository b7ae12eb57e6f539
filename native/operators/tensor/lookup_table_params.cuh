// Parameters of the lookup_table kernels, shared by host and device.
#pragma once

namespace hrk {

// A table of `count` entries plus a default, in the upload. Steps add its offset to their record,
// separate launches to the arena.
struct LookupParams {
  unsigned long long table;
  long long count;
};

// For a separate launch: tables too large for the record of a chain.
struct LookupPieceParams {
  LookupParams lookup;
  unsigned long long from, to;
  long long n, unused;
};

}  // namespace hrk
