// decode_image: encoded bytes to pixels, whole or the region that the next step reads.
#include "operators/decode/decode_image.h"

namespace hr {

codecs::Options DecodeArgs::options(DType dtype) const {
  codecs::Options o;
  o.color = output_type;
  o.adjust_orientation = adjust_orientation;
  o.fast_idct = fast_idct;
  o.fancy_upsampling = fancy_upsampling;
  o.max_pixels = max_pixels;
  o.dtype = dtype;
  return o;
}

namespace {

void infer(const DecodeImageArgs& a, InferContext& c) {
  const View& in = c.in[0];
  const codecs::Options options = a.decode.options(c.args.spec().outs[0].dtype);
  auto& info = *static_cast<codecs::Info*>(c.state);
  info = codecs::peek(in.data, static_cast<size_t>(in.volume()), options);
  c.out[0] = codecs::output_shape(info, options);
}

void run(const DecodeImageArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  const codecs::Box box{out.region.y0, out.region.x0, out.region.y1, out.region.x1};
  codecs::Options options = a.decode.options(out.dtype);
  if (out.windowed) options.reduce = out.region.reduce;
  const codecs::Stats stats =
      codecs::decode(in.data, static_cast<size_t>(in.volume()), c.st<codecs::Info>(), options,
                     out.windowed ? &box : nullptr, out.data, static_cast<ptrdiff_t>(out.pitch()));
  c.warnings += stats.warnings;
}

// A JPEG can be decoded at down to an eighth of its size; only on request, because pixels change.
// With an EXIF orientation the reduction must divide the size: else the last pixels of the reduced
// image cover less than others, and mirroring would put them first.
int reduces(const DecodeImageArgs& a, const InferContext& c) {
  const auto& info = *static_cast<const codecs::Info*>(c.state);
  if (info.format != codecs::Format::jpeg || !a.scaled) return 1;
  int reduce = 8;
  while (info.orientation != 1 && (info.width % reduce || info.height % reduce)) reduce /= 2;
  return reduce;
}

const KernelEntry entry{{.name = "decode_image",
                         .args = schema<DecodeImageArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .fill = typed<fill_picture<DecodeImageArgs>>,
                         .state_size = sizeof(codecs::Info),
                         .data_inputs = 1,
                         .makes_region = true,
                         .reduces = typed<reduces>,
                         .cost = 40.0f}};

}  // namespace
}  // namespace hr
