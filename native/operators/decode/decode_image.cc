// decode_image: encoded bytes to pixels, whole or the region that the next step reads.
#include "operators/decode/decode_image.h"

namespace hr {

codecs::Options decode_options(const Args& a, DType dtype) {
  enum { kOutputType, kAdjustOrientation, kFastIdct, kFancyUpsampling, kMaxPixels };
  using enum codecs::Color;
  static constexpr codecs::Color colors[] = {rgb, bgr, gray, ycbcr, any};
  codecs::Options o;
  o.color = colors[a.i(kOutputType)];
  o.adjust_orientation = a.i(kAdjustOrientation) != 0;
  o.fast_idct = a.i(kFastIdct) != 0;
  o.fancy_upsampling = a.i(kFancyUpsampling) != 0;
  o.max_pixels = a.i(kMaxPixels);
  o.dtype = dtype;
  return o;
}

void fill_picture(InferContext& c) {
  const bool gray = decode_options(c.args, DType::u8).color == codecs::Color::gray;
  c.out[0] = Shape{1, 1, gray ? 1 : 3};
}

namespace {

constexpr int kScaled = kDecodeParams;

void infer(InferContext& c) {
  const View& in = c.in[0];
  const codecs::Options options = decode_options(c.args, c.args.spec().outs[0].dtype);
  auto& info = *static_cast<codecs::Info*>(c.state);
  info = codecs::peek(in.data, static_cast<size_t>(in.volume()), options);
  c.out[0] = codecs::output_shape(info, options);
}

void run(RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  const codecs::Box box{out.region.y0, out.region.x0, out.region.y1, out.region.x1};
  codecs::Options options = decode_options(c.args, out.dtype);
  if (out.windowed) options.reduce = out.region.reduce;
  const codecs::Stats stats =
      codecs::decode(in.data, static_cast<size_t>(in.volume()), c.st<codecs::Info>(), options,
                     out.windowed ? &box : nullptr, out.data, static_cast<ptrdiff_t>(out.pitch()));
  c.warnings += stats.warnings;
}

// A JPEG can be decoded at an eighth of its size; off unless asked for, since pixels change. The
// last pixels of a reduced image may stand for less than others: mirrored, they would come first.
int reduces(const InferContext& c) {
  const auto& info = *static_cast<const codecs::Info*>(c.state);
  if (info.format != codecs::Format::jpeg || !c.args.i(kScaled)) return 1;
  int reduce = 8;
  while (info.orientation != 1 && (info.width % reduce || info.height % reduce)) reduce /= 2;
  return reduce;
}

const KernelEntry entry{{.name = "decode_image",
                         .params = {HR_DECODE_PARAMS, "scaled"},
                         .infer = infer,
                         .run = run,
                         .fill = fill_picture,
                         .state_size = sizeof(codecs::Info),
                         .data_inputs = 1,
                         .makes_region = true,
                         .reduces = reduces,
                         .cost = 40.0f}};

}  // namespace
}  // namespace hr
