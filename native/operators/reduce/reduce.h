// Arguments of reduce.
#pragma once
#include "engine/kernel.h"

namespace hr {

HR_ENUM(ReduceOp, sum, mean, mean_square, rms, variance, std_dev, min, max);

struct ReduceArgs {
  ReduceOp op;
  List<int> axes;
  bool keep_dims;
  std::optional<int64_t> ddof;  // for variance and std_dev

  bool spread() const { return op == ReduceOp::variance || op == ReduceOp::std_dev; }
};
HR_ARGS(ReduceArgs, op, axes, keep_dims, ddof);

}  // namespace hr
