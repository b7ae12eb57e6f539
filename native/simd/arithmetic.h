// Inner loops of arithmetic: one function per operation and compute type.
#pragma once
#include "base/dtype.h"
#include "base/enum.cuh"
#include "base/isa.h"

namespace hr {

// mixed_*: comparisons of uint64 (a) with int64 (b) by value.
HR_ENUM(Op, add, sub, mul, div, floordiv, mod, pow, bit_and, bit_or, bit_xor, shl, shr, eq, ne, lt,
        le, gt, ge, mixed_eq, mixed_ne, mixed_lt, mixed_le, mixed_gt, mixed_ge, min, max, atan2,
        clamp, neg, pos, abs, invert, sqrt, rsqrt, cbrt, exp, log, log2, log10, floor, ceil, sin,
        cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh, count);

// Operands and result are dense arrays of n elements: a, b, c in the compute type; out the same, or
// bool for comparisons.
using ArithmeticFunction = void (*)(const void* a, const void* b, const void* c, void* out,
                                    int64_t n);

struct ArithmeticEntry {
  ArithmeticFunction arrays = nullptr;   // all operands are arrays
  ArithmeticFunction scalars = nullptr;  // b (and c) are single elements; null for unary operations
};

struct ArithmeticTable {
  ArithmeticEntry f[static_cast<int>(Op::count)][static_cast<int>(DType::count)];
};

[[noreturn]] void fail_division_by_zero();  // out of line: no exception code per instruction set

#if defined(HR_X86)
namespace avx2 {
const ArithmeticTable& arithmetic_table();
}
namespace avx512 {
const ArithmeticTable& arithmetic_table();
}
#endif
namespace base {
const ArithmeticTable& arithmetic_table();
}

// Null functions: no such operation in that type.
inline const ArithmeticEntry& arithmetic_entry(Op op, DType compute) {
  static const ArithmeticTable& t = HR_DISPATCH(arithmetic_table());
  return t.f[static_cast<int>(op)][static_cast<int>(compute)];
}

}  // namespace hr
