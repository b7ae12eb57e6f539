// Accumulates elements, for reductions and normalize.
//
// Note [Order of sums]
// Floating-point sums depend on their order, so it is fixed, independent of vector width: rows of
// few columns are treated as wider rows (several side by side, up to kWide columns), each column is
// summed top to bottom in fours, and columns that were side by side are added at the end. Narrow
// integers are summed in narrow blocks that cannot overflow, then added to the 64-bit totals.
#include "simd/reduce.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <type_traits>

#include "simd/convert.h"

namespace hr::HR_ISA {
namespace {

constexpr int64_t kWide = 256;  // target number of columns
constexpr int64_t kTile = 512;  // columns per tile

template <class T>
inline constexpr bool is_narrow = sizeof(T) <= 2;

// Totals of sums.
template <class B, class T>
struct SumTotals {
  using Block = B;
  using Total = T;
  static constexpr Block start() { return Block(0); }
  static Total merge(Total t, Block b) { return t + static_cast<Total>(b); }
  static Total join(Total a, Total b) { return a + b; }
};

// An operation: Block holds kRows elements without overflow, Total any number. Totals is the part
// of it that other operations share.
template <class T>
struct Sum {
  using Element = T;
  using Block = std::conditional_t<
      is_real<T>, double,
      std::conditional_t<
          sizeof(T) == 1, std::conditional_t<std::is_signed_v<T>, int16_t, uint16_t>,
          std::conditional_t<
              sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>,
              std::conditional_t<sizeof(T) == 4 && std::is_signed_v<T>, int64_t, uint64_t>>>>;
  using Total =
      std::conditional_t<is_real<T>, double, uint64_t>;  // int64 totals wrap like unsigned ones
  static constexpr int64_t kRows = is_real<T> || sizeof(T) > 2 ? std::numeric_limits<int64_t>::max()
                                   : sizeof(T) == 1            ? 256
                                                               : 65536;
  using Totals = SumTotals<Block, Total>;
  static Block of(T x, double) { return static_cast<Block>(x); }
  static Block add(Block a, Block b) { return static_cast<Block>(a + b); }
};

template <class T>
struct RealSum {
  using Element = T;
  using Block = double;
  using Total = double;
  static constexpr int64_t kRows = std::numeric_limits<int64_t>::max();
  using Totals = SumTotals<double, double>;
  static Block of(T x, double) { return static_cast<double>(x); }
  static Block add(Block a, Block b) { return a + b; }
};

template <class T>
struct Square : RealSum<T> {
  static double of(T x, double) {
    double v = static_cast<double>(x);
    return v * v;
  }
};

template <class T>
struct NarrowSquare {
  using Element = T;
  using Block = std::conditional_t<sizeof(T) == 1, uint32_t, uint64_t>;
  using Total = uint64_t;
  static constexpr int64_t kRows = sizeof(T) == 1 ? 65536 : std::numeric_limits<int64_t>::max();
  using Totals = SumTotals<Block, Total>;
  static Block of(T x, double) {
    if constexpr (sizeof(T) == 1) {
      int16_t v = static_cast<int16_t>(x);
      return static_cast<uint16_t>(v * v);
    } else {
      int32_t v = static_cast<int32_t>(x);
      return static_cast<uint32_t>(v) * static_cast<uint32_t>(v);
    }
  }
  static Block add(Block a, Block b) { return a + b; }
};

template <class T>
struct Deviation : RealSum<T> {
  static double of(T x, double center) {
    double v = static_cast<double>(x) - center;
    return v * v;
  }
};

// Ignores NaN.
template <class T, bool kMax>
struct Extreme {
  using Element = T;
  using Block = T;
  using Total = T;
  using Totals = Extreme;
  static constexpr int64_t kRows = std::numeric_limits<int64_t>::max();
  static constexpr Block start() {
    using L = std::numeric_limits<Block>;
    if constexpr (std::is_floating_point_v<Block>)
      return kMax ? -L::infinity() : L::infinity();
    else
      return kMax ? L::lowest() : L::max();
  }
  static Block of(T x, double) {
    Block v = static_cast<Block>(x);
    if constexpr (std::is_floating_point_v<Block>) return v == v ? v : start();
    return v;
  }
  static Block add(Block a, Block b) {
    if constexpr (kMax) return b > a ? b : a;
    return b < a ? b : a;
  }
  static Total merge(Total t, Block b) { return add(t, b); }
  static Total join(Total a, Total b) { return add(a, b); }
};
template <class T>
using Min = Extreme<T, false>;
template <class T>
using Max = Extreme<T, true>;

// Whether an operation reads `center`.
template <class Op>
inline constexpr bool uses_center = std::is_same_v<Op, Deviation<typename Op::Element>>;

// acc[j] += column j of rows `stride` apart.
template <class Op>
void add_rows(const void* data, int64_t rows, int64_t stride, int64_t columns, const double* center,
              void* block) {
  using T = typename Op::Element;
  using Block = typename Op::Block;
  const T* in = static_cast<const T*>(data);
  Block* __restrict acc = static_cast<Block*>(block);
  int64_t r = 0;
  for (; r + 4 <= rows; r += 4) {
    const T* __restrict a = in + r * stride;
    const T* __restrict b = a + stride;
    const T* __restrict c = b + stride;
    const T* __restrict d = c + stride;
    for (int64_t j = 0; j < columns; j++) {
      double m = uses_center<Op> ? center[j] : 0;
      Block ab = Op::add(Op::of(a[j], m), Op::of(b[j], m)),
            cd = Op::add(Op::of(c[j], m), Op::of(d[j], m));
      acc[j] = Op::add(acc[j], Op::add(ab, cd));
    }
  }
  for (; r < rows; r++) {
    const T* __restrict a = in + r * stride;
    for (int64_t j = 0; j < columns; j++)
      acc[j] = Op::add(acc[j], Op::of(a[j], uses_center<Op> ? center[j] : 0));
  }
}

template <class Totals>
void start_blocks(void* block, int64_t n) {
  for (int64_t j = 0; j < n; j++) static_cast<typename Totals::Block*>(block)[j] = Totals::start();
}
template <class Totals>
void start_totals(void* total, int64_t n) {
  for (int64_t j = 0; j < n; j++)
    static_cast<typename Totals::Total*>(total)[j] =
        static_cast<typename Totals::Total>(Totals::start());
}
template <class Totals>
void merge_blocks(void* total, const void* block, int64_t n) {
  auto* __restrict t = static_cast<typename Totals::Total*>(total);
  const auto* __restrict b = static_cast<const typename Totals::Block*>(block);
  for (int64_t j = 0; j < n; j++) t[j] = Totals::merge(t[j], b[j]);
}
template <class Totals>
void join_totals(void* total, const void* other, int64_t n) {
  auto* __restrict t = static_cast<typename Totals::Total*>(total);
  const auto* __restrict o = static_cast<const typename Totals::Total*>(other);
  for (int64_t j = 0; j < n; j++) t[j] = Totals::join(t[j], o[j]);
}

// The loops of an operation, strung together by `sum_rows`, which is compiled once.
struct RowLoops {
  int64_t block_rows, element, total;  // the last two in bytes
  bool centered;
  void (*start)(void* block, int64_t n);
  void (*add)(const void* in, int64_t rows, int64_t stride, int64_t columns, const double* center,
              void* block);
  void (*merge)(void* total, const void* block, int64_t n);
  void (*start_total)(void* total, int64_t n);
  void (*join)(void* total, const void* other, int64_t n);
};
template <class Op, class Totals = typename Op::Totals>
constexpr RowLoops kRowLoops{Op::kRows,
                             sizeof(typename Op::Element),
                             sizeof(typename Op::Total),
                             uses_center<Op>,
                             &start_blocks<Totals>,
                             &add_rows<Op>,
                             &merge_blocks<Totals>,
                             &start_totals<Totals>,
                             &join_totals<Totals>};

// Elements to reduce. 16-bit floats are converted to float first, a few rows at a time.
struct Elements {
  const uint8_t* data;
  int64_t size;  // in bytes
  ConvertFunction to_float = nullptr;
};

// total[j] += column j of rows `stride` apart; at most kTile columns.
void tile(const RowLoops& f, Elements in, int64_t rows, int64_t stride, int64_t columns,
          const double* center, uint8_t* total) {
  alignas(64) uint8_t block[kTile * 8];
  alignas(64) float wide[4 * kTile];
  for (int64_t first = 0; first < rows;) {
    int64_t last = rows - first > f.block_rows ? first + f.block_rows : rows;
    f.start(block, columns);
    if (in.to_float) {
      for (int64_t r = first; r < last; r += 4) {
        int64_t n = std::min<int64_t>(4, last - r);
        for (int64_t k = 0; k < n; k++)
          in.to_float(in.data + (r + k) * stride * in.size, wide + k * columns, columns);
        f.add(wide, n, columns, columns, center, block);
      }
    } else {
      f.add(in.data + first * stride * in.size, last - first, stride, columns, center, block);
    }
    f.merge(total, block, columns);
    first = last;
  }
}

void sum_rows(const RowLoops& f, Elements in, int64_t count, int64_t columns, const double* center,
              uint8_t* total) {
  auto from = [&](int64_t element) {
    return Elements{in.data + element * in.size, in.size, in.to_float};
  };
  int64_t side = 1;  // rows side by side
  while (side * 2 * columns <= kWide && side * 8 <= count) side *= 2;
  if (side == 1) {
    for (int64_t j = 0; j < columns; j += kTile)
      tile(f, from(j), count, columns, std::min(kTile, columns - j),
           f.centered ? center + j : center, total + j * f.total);
    return;
  }
  alignas(64) uint8_t wide[kWide * 8];
  alignas(64) double wide_center[kWide];
  int64_t width = side * columns;
  f.start_total(wide, width);
  if (f.centered)
    for (int64_t j = 0; j < width; j++) wide_center[j] = center[j % columns];
  int64_t whole = count / side;
  tile(f, in, whole, width, width, wide_center, wide);
  if (int64_t rest = count - whole * side)
    tile(f, from(whole * width), 1, width, rest * columns, wide_center, wide);
  for (int64_t half = side / 2; half > 0; half /= 2)
    f.join(wide, wide + half * columns * f.total, half * columns);
  f.join(total, wide, columns);
}

template <class Op>
void rows(const void* data, int64_t count, int64_t columns, const double* center, void* totals) {
  constexpr const RowLoops& f = kRowLoops<Op>;
  sum_rows(f, {static_cast<const uint8_t*>(data), f.element}, count, columns, center,
           static_cast<uint8_t*>(totals));
}

template <class Op, int kLength>
void fixed_runs(const typename Op::Element* __restrict in, int64_t count,
                const double* __restrict center, typename Op::Total* __restrict total) {
  for (int64_t i = 0; i < count; i++) {
    double m = uses_center<Op> ? center[i] : 0;
    typename Op::Block b = Op::of(in[i * kLength], m);
    for (int j = 1; j < kLength; j++) b = Op::add(b, Op::of(in[i * kLength + j], m));
    total[i] = Op::Totals::merge(total[i], b);
  }
}

template <class Op>
void runs(const void* data, int64_t count, int64_t length, const double* center, void* totals) {
  using T = typename Op::Element;
  const T* in = static_cast<const T*>(data);
  auto* total = static_cast<typename Op::Total*>(totals);
  switch (length) {
    case 1:
      return fixed_runs<Op, 1>(in, count, center, total);
    case 2:
      return fixed_runs<Op, 2>(in, count, center, total);
    case 3:
      return fixed_runs<Op, 3>(in, count, center, total);
    case 4:
      return fixed_runs<Op, 4>(in, count, center, total);
  }
  for (int64_t i = 0; i < count; i++) {
    double m = uses_center<Op> ? center[i] : 0;
    typename Op::Block b = Op::Totals::start();
    for (int64_t j = 0; j < length; j++) b = Op::add(b, Op::of(in[i * length + j], m));
    total[i] = Op::Totals::merge(total[i], b);
  }
}

// 16-bit floats, by way of the operation on floats.
template <class Op, DType kFrom>
void half_rows(const void* data, int64_t count, int64_t columns, const double* center,
               void* totals) {
  sum_rows(kRowLoops<Op>, {static_cast<const uint8_t*>(data), 2, converter(kFrom, DType::f32)},
           count, columns, center, static_cast<uint8_t*>(totals));
}
template <class Op, DType kFrom>
void half_runs(const void* data, int64_t count, int64_t length, const double* center,
               void* totals) {
  alignas(64) float wide[4 * kTile];
  const int64_t most = static_cast<int64_t>(std::size(wide)) / length;
  for (int64_t i = 0; i < count; i += most) {
    int64_t n = std::min(most, count - i);
    converter(kFrom, DType::f32)(static_cast<const uint8_t*>(data) + i * length * 2, wide,
                                 n * length);
    runs<Op>(wide, n, length, uses_center<Op> ? center + i : center,
             static_cast<typename Op::Total*>(totals) + i);
  }
}

template <class T>
void fill(ReduceTable& t, DType type) {
  auto set = [&]<class Op>(Reduce op, std::type_identity<Op>) {
    auto* f = t.f[static_cast<int>(op)];
    f[static_cast<int>(type)] = {&rows<Op>, &runs<Op>};
    if constexpr (std::is_same_v<T, float>) {
      f[static_cast<int>(DType::f16)] = {&half_rows<Op, DType::f16>, &half_runs<Op, DType::f16>};
      f[static_cast<int>(DType::bf16)] = {&half_rows<Op, DType::bf16>, &half_runs<Op, DType::bf16>};
    }
  };
  constexpr bool kLong = sizeof(T) == 8 && std::is_integral_v<T>;
  using SumOf = Sum<std::conditional_t<kLong, uint64_t, T>>;  // modulo 2^64: signed like unsigned
  set(Reduce::sum, std::type_identity<SumOf>());
  set(Reduce::real_sum, std::type_identity<std::conditional_t<kLong, RealSum<T>, SumOf>>());
  set(Reduce::square,
      std::type_identity<std::conditional_t<is_narrow<T>, NarrowSquare<T>, Square<T>>>());
  set(Reduce::deviation, std::type_identity<Deviation<T>>());
  set(Reduce::min, std::type_identity<Min<T>>());
  set(Reduce::max, std::type_identity<Max<T>>());
}

template <class... T>
ReduceTable make() {
  ReduceTable t;
  (fill<T>(t, dtype_of<T>()), ...);
  fill<uint8_t>(t, DType::b8);
  return t;
}

}  // namespace

const ReduceTable& reduce_table() {
  static const ReduceTable t = make<uint8_t, uint16_t, uint32_t, uint64_t, int8_t, int16_t, int32_t,
                                    int64_t, float, double>();
  return t;
}

}  // namespace hr::HR_ISA
