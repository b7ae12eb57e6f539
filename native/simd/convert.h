// Converts arrays between element types (rounds and saturates like `cast`).
#pragma once
#include "base/dtype.h"
#include "base/isa.h"

namespace hr {

using ConvertFunction = void (*)(const void* in, void* out, int64_t n);
struct ConvertTable {
  ConvertFunction f[13][13];  // [from][to]
};

#if defined(HR_X86)
namespace avx2 {
const ConvertTable& convert_table();
}
namespace avx512 {
const ConvertTable& convert_table();
}
#endif
namespace base {
const ConvertTable& convert_table();
}

inline ConvertFunction converter(DType from, DType to) {
  static const ConvertTable& t = HR_DISPATCH(convert_table());
  return t.f[static_cast<int>(from)][static_cast<int>(to)];
}

}  // namespace hr
