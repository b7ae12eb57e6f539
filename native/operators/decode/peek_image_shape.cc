// peek_image_shape: height, width and channels of pictures, from their headers only.
#include "operators/decode/decode_image.h"

namespace hr::peek_image_shape_kernel {
namespace {

void infer(InferContext& c) { c.out[0] = Shape{3}; }

void run(const DecodeArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  const codecs::Options options = a.options(DType::u8);
  const codecs::Info info = codecs::peek(in.data, static_cast<size_t>(in.volume()), options);
  const Shape shape = codecs::output_shape(info, options);
  dispatch(out.dtype, [&](auto t) {
    using T = typename decltype(t)::type;
    for (int d = 0; d < 3; d++) out.as<T>()[d] = convert<T>(shape[d]);
  });
}

const KernelEntry entry{
    {.name = "peek_image_shape", .args = schema<DecodeArgs>(), .infer = infer, .run = typed<run>}};

}  // namespace
}  // namespace hr::peek_image_shape_kernel
