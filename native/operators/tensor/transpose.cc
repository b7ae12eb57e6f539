// transpose: permutes axes.
#include "operators/tensor/transpose.h"

#include "numerics/permute.h"

namespace hr::transpose_kernel {
namespace {

void infer(const TransposeArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  for (int d = 0; d < in.ndim; d++) c.out[0].push(in[a.perm[d]]);
}

void run(const TransposeArgs& a, RunContext& c) {
  int perm[kMaxDims];
  for (int d = 0; d < c.in[0].shape.ndim; d++) perm[d] = a.perm[d];
  permute_axes(c.in[0].data, c.in[0].shape, perm, itemsize(c.in[0].dtype), c.out[0].data);
}

const KernelEntry transpose{{.name = "transpose",
                             .args = schema<TransposeArgs>(),
                             .infer = typed<infer>,
                             .run = typed<run>}};

}  // namespace
}  // namespace hr::transpose_kernel
