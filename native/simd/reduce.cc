// Accumulates elements, for reductions and normalize.
//
// Note [Order of sums]
// Floating-point sums depend on their order, so it is fixed, independent of vector width: rows of
// few columns are treated as wider rows (several side by side, up to kWide columns), each column is
// summed top to bottom in fours, and columns that were side by side are added at the end. Narrow
// integers are summed in narrow blocks that cannot overflow, then added to the 64-bit totals.
#include "simd/reduce.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace hr::HR_ISA {
namespace {

constexpr int64_t kWide = 256;  // target number of columns
constexpr int64_t kTile = 512;  // columns per tile

template <class T>
inline constexpr bool is_narrow = sizeof(T) <= 2 && !is_half<T>;

// An operation: Block holds kRows elements without overflow, Total any number.
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
  static constexpr Block start() { return Block(0); }
  static Block of(T x, double) { return static_cast<Block>(x); }
  static Block add(Block a, Block b) { return static_cast<Block>(a + b); }
  static Total merge(Total t, Block b) { return t + static_cast<Total>(b); }
};

template <class T>
struct RealSum {
  using Element = T;
  using Block = double;
  using Total = double;
  static constexpr int64_t kRows = std::numeric_limits<int64_t>::max();
  static constexpr Block start() { return 0; }
  static Block of(T x, double) { return static_cast<double>(x); }
  static Block add(Block a, Block b) { return a + b; }
  static Total merge(Total t, Block b) { return t + b; }
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
  static constexpr Block start() { return 0; }
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
  static Total merge(Total t, Block b) { return t + b; }
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
  using Block = std::conditional_t<is_half<T>, float, T>;
  using Total = Block;
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
};
template <class T>
using Min = Extreme<T, false>;
template <class T>
using Max = Extreme<T, true>;

// Whether an operation reads `center`.
template <class Op>
inline constexpr bool uses_center = std::is_same_v<Op, Deviation<typename Op::Element>>;

// total[j] += column j of rows `stride` apart; at most kTile columns.
template <class Op>
void tile(const typename Op::Element* in, int64_t rows, int64_t stride, int64_t columns,
          const double* center, typename Op::Total* total) {
  using T = typename Op::Element;
  using Block = typename Op::Block;
  alignas(64) Block acc[kTile];
  for (int64_t first = 0; first < rows;) {
    int64_t last = rows - first > Op::kRows ? first + Op::kRows : rows;
    for (int64_t j = 0; j < columns; j++) acc[j] = Op::start();
    int64_t r = first;
    for (; r + 4 <= last; r += 4) {
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
    for (; r < last; r++) {
      const T* __restrict a = in + r * stride;
      for (int64_t j = 0; j < columns; j++)
        acc[j] = Op::add(acc[j], Op::of(a[j], uses_center<Op> ? center[j] : 0));
    }
    for (int64_t j = 0; j < columns; j++) total[j] = Op::merge(total[j], acc[j]);
    first = last;
  }
}

template <class Op>
void rows(const void* data, int64_t count, int64_t columns, const double* center, void* totals) {
  using T = typename Op::Element;
  using Total = typename Op::Total;
  const T* in = static_cast<const T*>(data);
  Total* total = static_cast<Total*>(totals);
  int64_t side = 1;  // rows side by side
  while (side * 2 * columns <= kWide && side * 8 <= count) side *= 2;
  if (side == 1) {
    for (int64_t j = 0; j < columns; j += kTile)
      tile<Op>(in + j, count, columns, std::min(kTile, columns - j),
               uses_center<Op> ? center + j : center, total + j);
    return;
  }
  alignas(64) Total wide[kWide];
  alignas(64) double wide_center[uses_center<Op> ? kWide : 1];
  int64_t width = side * columns;
  for (int64_t j = 0; j < width; j++) wide[j] = static_cast<Total>(Op::start());
  if constexpr (uses_center<Op>)
    for (int64_t j = 0; j < width; j++) wide_center[j] = center[j % columns];
  int64_t whole = count / side;
  tile<Op>(in, whole, width, width, wide_center, wide);
  if (int64_t rest = count - whole * side)
    tile<Op>(in + whole * width, 1, width, rest * columns, wide_center, wide);
  for (int64_t half = side / 2; half > 0; half /= 2)
    for (int64_t j = 0; j < half * columns; j++) {
      if constexpr (std::is_same_v<typename Op::Total, typename Op::Block>)
        wide[j] = Op::add(wide[j], wide[j + half * columns]);
      else
        wide[j] = wide[j] + wide[j + half * columns];
    }
  for (int64_t j = 0; j < columns; j++) {
    if constexpr (std::is_same_v<typename Op::Total, typename Op::Block>)
      total[j] = Op::add(total[j], wide[j]);
    else
      total[j] = total[j] + wide[j];
  }
}

template <class Op, int kLength>
void fixed_runs(const typename Op::Element* __restrict in, int64_t count,
                const double* __restrict center, typename Op::Total* __restrict total) {
  for (int64_t i = 0; i < count; i++) {
    double m = uses_center<Op> ? center[i] : 0;
    typename Op::Block b = Op::of(in[i * kLength], m);
    for (int j = 1; j < kLength; j++) b = Op::add(b, Op::of(in[i * kLength + j], m));
    total[i] = Op::merge(total[i], b);
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
    typename Op::Block b = Op::start();
    for (int64_t j = 0; j < length; j++) b = Op::add(b, Op::of(in[i * length + j], m));
    total[i] = Op::merge(total[i], b);
  }
}

template <class Op>
constexpr ReduceFunctions functions() {
  return {&rows<Op>, &runs<Op>};
}

template <class T>
void fill(ReduceTable& t) {
  int type = static_cast<int>(dtype_of<T>());
  auto set = [&](Reduce op, ReduceFunctions f) { t.f[static_cast<int>(op)][type] = f; };
  set(Reduce::sum, functions<Sum<T>>());
  if constexpr (sizeof(T) == 8 && std::is_integral_v<T>)
    set(Reduce::real_sum, functions<RealSum<T>>());
  else
    set(Reduce::real_sum, functions<Sum<T>>());
  if constexpr (is_narrow<T>)
    set(Reduce::square, functions<NarrowSquare<T>>());
  else
    set(Reduce::square, functions<Square<T>>());
  set(Reduce::deviation, functions<Deviation<T>>());
  set(Reduce::min, functions<Min<T>>());
  set(Reduce::max, functions<Max<T>>());
}

template <class... T>
ReduceTable make() {
  ReduceTable t;
  (fill<T>(t), ...);
  return t;
}

}  // namespace

const ReduceTable& reduce_table() {
  static const ReduceTable t = make<uint8_t, uint16_t, uint32_t, uint64_t, int8_t, int16_t, int32_t,
                                    int64_t, f16, float, double, bool, bf16>();
  return t;
}

}  // namespace hr::HR_ISA
