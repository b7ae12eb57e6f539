// transpose: another order of axes.
#include "engine/kernel.h"
#include "numerics/permute.h"

namespace hr {
namespace {

enum { kPerm };

void infer(InferContext& c) {
  const Shape& in = c.in[0].shape;
  for (int d = 0; d < in.ndim; d++) c.out[0].push(in[static_cast<int>(c.args.i(kPerm, d))]);
}

void run(RunContext& c) {
  int perm[kMaxDims];
  for (int d = 0; d < c.in[0].shape.ndim; d++) perm[d] = static_cast<int>(c.args.i(kPerm, d));
  permute_axes(c.in[0].data, c.in[0].shape, perm, itemsize(c.in[0].dtype), c.out[0].data);
}

const KernelEntry transpose{{.name = "transpose", .params = {"perm"}, .infer = infer, .run = run}};

}  // namespace
}  // namespace hr
