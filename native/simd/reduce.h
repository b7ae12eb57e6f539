// Reductions: of rows by column, and of many short runs. The order of sums depends on shapes alone.
#pragma once
#include "base/dtype.h"
#include "base/isa.h"

namespace hr {

// real_sum: `sum` in double, if int64 may overflow. deviation: squared distance from `center`.
enum class Reduce : int { sum, real_sum, square, deviation, min, max, count };

// Type of totals: 64-bit integers (exact, modulo 2^64), double, or the extreme element itself
// (float for 16-bit floats).
enum class Total : int { i64, u64, f64, element };

constexpr Total total_of(Reduce op, DType t) {
  bool real = t == DType::f16 || t == DType::bf16 || t == DType::f32 || t == DType::f64;
  bool is_signed = t == DType::i8 || t == DType::i16 || t == DType::i32 || t == DType::i64;
  bool narrow =
      t == DType::u8 || t == DType::u16 || t == DType::i8 || t == DType::i16 || t == DType::b8;
  switch (op) {
    case Reduce::sum:
      return real ? Total::f64 : is_signed ? Total::i64 : Total::u64;
    case Reduce::square:
      return narrow ? Total::u64 : Total::f64;
    case Reduce::real_sum:
      return t == DType::i64 || t == DType::u64 ? Total::f64 : total_of(Reduce::sum, t);
    case Reduce::min:
    case Reduce::max:
      return Total::element;
    default:
      return Total::f64;
  }
}

constexpr int total_size(Reduce op, DType t) {
  if (total_of(op, t) != Total::element) return 8;
  return t == DType::f16 || t == DType::bf16 ? 4 : kItemSize[static_cast<int>(t)];
}

struct ReduceFunctions {
  // total[j] += f(in[r * columns + j]) over all rows; one `center` per column.
  void (*rows)(const void* in, int64_t rows, int64_t columns, const double* center, void* total);
  // total[i] += f(in[i * length + j]) over j; length <= kShortRun; one `center` per run.
  void (*runs)(const void* in, int64_t count, int64_t length, const double* center, void* total);
};
inline constexpr int64_t kShortRun = 64;

struct ReduceTable {
  ReduceFunctions f[static_cast<int>(Reduce::count)][13];
};

#if defined(HR_X86)
namespace avx2 {
const ReduceTable& reduce_table();
}
namespace avx512 {
const ReduceTable& reduce_table();
}
#endif
namespace base {
const ReduceTable& reduce_table();
}

inline const ReduceFunctions& reducer(Reduce op, DType t) {
  static const ReduceTable& table = HR_DISPATCH(reduce_table());
  return table.f[static_cast<int>(op)][static_cast<int>(t)];
}

}  // namespace hr
