// Reverses rows of items, to mirror images.
#pragma once
#include <cstdint>

#include "base/isa.h"

namespace hr {

using ReverseFunction = void (*)(const uint8_t* in, uint8_t* out, int64_t count);
struct ReverseTable {
  ReverseFunction f[17];  // by item size in bytes; null: unsupported
};

#if defined(HR_X86)
namespace avx2 {
const ReverseTable& reverse_table();
}
namespace avx512 {
const ReverseTable& reverse_table();
}
#endif
namespace base {
const ReverseTable& reverse_table();
}

// Null: unsupported size.
inline ReverseFunction reverser(int64_t size) {
  static const ReverseTable& t = HR_DISPATCH(reverse_table());
  return size >= 0 && size <= 16 ? t.f[size] : nullptr;
}

}  // namespace hr
