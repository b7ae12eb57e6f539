// cast, copy: elementwise conversion.
#include <cstring>

#include "engine/kernel.h"
#include "simd/convert.h"

namespace hr::cast_kernel {
namespace {

void same_shape(InferContext& c) { c.out[0] = c.in[0].shape; }

void run_cast(RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  if (in.dtype == out.dtype)
    std::memcpy(out.data, in.data, static_cast<size_t>(out.bytes()));
  else
    converter(in.dtype, out.dtype)(in.data, out.data, out.volume());
}

const KernelEntry cast{{.name = "cast", .infer = same_shape, .run = run_cast, .elementwise = true}};

}  // namespace
}  // namespace hr::cast_kernel
