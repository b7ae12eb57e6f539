// Ordered keys of elements and their maximum, for comparison-based filters.
#pragma once
#include "base/dtype.h"
#include "base/isa.h"

namespace hr {

// Note [Keys]
// Filters that compare elements work on keys: unsigned integers of the same width and in the same
// order. Signed integers: flip the sign bit. Floats: flip the sign bit, for negative ones all bits
// (NaNs lie beyond the infinities). Inverted keys have the reverse order.
enum class KeyKind : uint8_t { same, sign, real };

inline KeyKind key_kind(DType t) {
  switch (t) {
    case DType::i8:
    case DType::i16:
    case DType::i32:
    case DType::i64:
      return KeyKind::sign;
    case DType::f16:
    case DType::bf16:
    case DType::f32:
    case DType::f64:
      return KeyKind::real;
    default:
      return KeyKind::same;
  }
}

struct MorphologyLoops {
  void (*encode)(const void* in, void* keys, int64_t n, KeyKind kind, bool inverted);
  void (*decode)(const void* keys, void* out, int64_t n, KeyKind kind, bool inverted);
  void (*larger)(const void* a, const void* b, void* out, int64_t n);  // out must not overlap
  void (*raise)(void* a, const void* b, int64_t n);                    // a = max(a, b)
};

struct MorphologyTable {
  MorphologyLoops width[4];  // 1, 2, 4, 8 bytes
};

#if defined(HR_X86)
namespace avx2 {
const MorphologyTable& morphology_table();
}
namespace avx512 {
const MorphologyTable& morphology_table();
}
#endif
namespace base {
const MorphologyTable& morphology_table();
}

inline const MorphologyLoops& morphology_loops(DType t) {
  static const MorphologyTable& table = HR_DISPATCH(morphology_table());
  int size = itemsize(t);
  return table.width[size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3];
}

}  // namespace hr
