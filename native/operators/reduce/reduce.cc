// reduce: sum, mean, extrema and moments over chosen axes.
#include "operators/reduce/reduce.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "operators/reduce/reduction.h"

namespace hr::reduce_kernel {
namespace {

bool is_integer(DType t) {
  return t != DType::f16 && t != DType::bf16 && t != DType::f32 && t != DType::f64;
}

void infer(const ReduceArgs& a, InferContext& c) {
  uint32_t axes = axes_mask(a.axes);
  const Shape& in = c.in[0].shape;
  int64_t kept = 1;
  for (int d = 0; d < in.ndim; d++) {
    bool reduced = axes >> d & 1;
    if (!reduced) {
      c.out[0].push(in[d]);
      kept *= in[d];
    } else if (a.keep_dims) {
      c.out[0].push(1);
    }
  }
  if (c.nin > 1) {
    int64_t given = c.in[1].volume();
    if (given != 1 && given != kept)
      fail_value("mean has shape " + c.in[1].shape.str() + ", needs one element or " +
                 std::to_string(kept) + ", one for each of the output " + c.out[0].str());
  }
}

Reduce operation(ReduceOp op, DType in, DType out) {
  switch (op) {
    case ReduceOp::sum:
      return Reduce::sum;
    case ReduceOp::mean:
      return is_integer(in) && !is_integer(out) ? Reduce::real_sum : Reduce::sum;
    case ReduceOp::mean_square:
    case ReduceOp::rms:
      return Reduce::square;
    case ReduceOp::min:
      return Reduce::min;
    case ReduceOp::max:
      return Reduce::max;
    default:
      return Reduce::deviation;
  }
}

// Integer results from integers: sums wrap to the low bits, means truncate like integer division.
template <class Out, class T>
Out finish(ReduceOp op, T total, int64_t count, int64_t ddof, bool drop_fraction) {
  if (op == ReduceOp::sum) {
    if constexpr (std::is_integral_v<T> && std::is_integral_v<Out> && !std::is_same_v<Out, bool>)
      return static_cast<Out>(total);
    return convert<Out>(total);
  }
  if constexpr (std::is_integral_v<T>) {
    if (drop_fraction && op != ReduceOp::rms)
      return count ? convert<Out>(static_cast<T>(total / static_cast<T>(count))) : Out(0);
  }
  double v = static_cast<double>(total) / (static_cast<double>(count) - static_cast<double>(ddof));
  if (op == ReduceOp::rms || op == ReduceOp::std_dev) v = std::sqrt(v);
  return convert<Out>(drop_fraction ? std::trunc(v) : v);
}

template <class T>
void finish_all(ReduceOp op, const void* totals, int64_t count, int64_t ddof, bool drop_fraction,
                const View& out) {
  const T* total = static_cast<const T*>(totals);
  dispatch(out.dtype, [&](auto tag) {
    using Out = typename decltype(tag)::type;
    Out* o = out.as<Out>();
    for (int64_t i = 0, n = out.volume(); i < n; i++)
      o[i] = finish<Out>(op, total[i], count, ddof, drop_fraction);
  });
}

// Initial value of a minimum or maximum; for an empty set, the largest or lowest finite number.
template <class T>
void start_extremes(T* total, int64_t n, bool max, bool nothing) {
  using L = std::numeric_limits<T>;
  T v = max ? L::lowest() : L::max();
  if (L::has_infinity && !nothing) v = max ? -L::infinity() : L::infinity();
  for (int64_t i = 0; i < n; i++) total[i] = v;
}

// Finds extrema in place in the output; for 16-bit floats in scratch memory.
void run_extreme(ReduceOp op, const Reduction& r, const View& in, const View& out) {
  dispatch(in.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    Reduce how = operation(op, in.dtype, out.dtype);
    if constexpr (is_half<T>) {
      float* total = reinterpret_cast<float*>(scratch(static_cast<size_t>(r.kept * 4)));
      start_extremes(total, r.kept, op == ReduceOp::max, r.gathered == 0);
      accumulate(how, r, in.data, in.dtype, nullptr, total);
      for (int64_t i = 0; i < r.kept; i++) out.as<T>()[i] = T(total[i]);
    } else {
      start_extremes(out.as<T>(), r.kept, op == ReduceOp::max, r.gathered == 0);
      accumulate(how, r, in.data, in.dtype, nullptr, out.data);
    }
  });
}

void run(const ReduceArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  Reduction r(in.shape, axes_mask(a.axes));
  if (a.op == ReduceOp::min || a.op == ReduceOp::max) return run_extreme(a.op, r, in, out);
  Reduce how = operation(a.op, in.dtype, out.dtype);
  uint8_t* totals = scratch(static_cast<size_t>(r.kept * 8));
  std::memset(totals, 0, static_cast<size_t>(r.kept * 8));
  double* center = nullptr;
  if (c.nin > 1) {
    center = reinterpret_cast<double*>(scratch(static_cast<size_t>(r.kept * 8), 1));
    bool one = c.in[1].volume() == 1;
    dispatch(c.in[1].dtype, [&](auto tag) {
      const auto* m = c.in[1].as<typename decltype(tag)::type>();
      for (int64_t i = 0; i < r.kept; i++) center[i] = static_cast<double>(m[one ? 0 : i]);
    });
  }
  accumulate(how, r, in.data, in.dtype, center, totals);
  bool drop = is_integer(in.dtype) && is_integer(out.dtype);
  int64_t ddof = a.spread() ? a.ddof.value_or(0) : 0;
  switch (total_of(how, in.dtype)) {
    case Total::i64:
      return finish_all<int64_t>(a.op, totals, r.gathered, ddof, drop, out);
    case Total::u64:
      return finish_all<uint64_t>(a.op, totals, r.gathered, ddof, drop, out);
    default:
      return finish_all<double>(a.op, totals, r.gathered, ddof, drop, out);
  }
}

const KernelEntry reduce{
    {.name = "reduce", .args = schema<ReduceArgs>(), .infer = typed<infer>, .run = typed<run>}};

}  // namespace
}  // namespace hr::reduce_kernel
