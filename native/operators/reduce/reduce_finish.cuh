// reduce: results from totals.
#pragma once
#include "operators/reduce/reduce.cuh"

// The choices of ReduceOp, by name.
enum { op_sum, op_mean, op_mean_square, op_rms, op_variance, op_std_dev, op_min, op_max };

// Integer results from integers: sums wrap to the low bits, means truncate.
template <int What, class Out, class Total>
__device__ inline Out finish(Total total, i64 count, double degrees, bool drop_fraction) {
  constexpr bool whole = !is_real<Total>;
  if constexpr (What == op_sum) {
    if constexpr (whole && !is_real<Out> && !is_bool<Out>)
      return (Out)total;
    else
      return convert<Out>(total);
  } else {
    if constexpr (whole && What != op_rms) {
      if (drop_fraction) return convert<Out>(count ? (Total)(total / (Total)count) : Total(0));
    }
    double v = (double)total / degrees;
    if constexpr (What == op_rms || What == op_std_dev) v = sqrt(v);
    return convert<Out>(drop_fraction ? trunc(v) : v);
  }
}

// C: type of the given mean.
template <class Op, int What, class Out, class Total, bool Drop, class C>
struct Finish {
  __device__ static void put(const Launch& l, const ReduceParams& p, i64, i64 k,
                             const typename Op::Acc* total) {
    Out* out = (Out*)p.out + k;
    if constexpr (What == op_min || What == op_max) {
      typename Op::Acc v = p.count ? total[0] : Op::nothing();
      *out = (Out)v;
    } else if constexpr (Op::M == 2) {
      double center = (double)((const C*)p.center)[k * p.center_step];
      double v = deviation_of<typename Op::T>(total[0], total[1], p.count, center);
      *out = finish<What, Out>(v, p.count, p.degrees, Drop);
    } else {
      *out = finish<What, Out>((Total)total[0], p.count, p.degrees, Drop);
    }
  }
};
