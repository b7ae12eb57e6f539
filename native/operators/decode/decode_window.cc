// decode_crop, decode_slice, decode_random_crop: decode only a region of each picture.
#include "operators/decode/decode_window.h"

namespace hr::decode_window_kernel {
namespace {

using State = DecodeWindow;

std::string range(int64_t lo, int64_t hi) {
  return "[" + std::to_string(lo) + ", " + std::to_string(hi) + ")";
}

// Rejects windows outside of the picture whatever the bounds say: decoders cannot pad.
Region inside(const Window& w, int64_t height, int64_t width) {
  Region r{w.anchor[0], w.anchor[1], w.anchor[0] + w.size[0], w.anchor[1] + w.size[1]};
  if (r.y0 < 0 || r.x0 < 0 || r.y1 > height || r.x1 > width)
    fail(ErrorKind::index, "the window of rows " + range(r.y0, r.y1) + " and columns " +
                               range(r.x0, r.x1) + " leaves the picture of " +
                               std::to_string(height) + "x" + std::to_string(width));
  return r;
}

Region window(const CropWindowArgs& a, const Args&, int64_t height, int64_t width) {
  return inside(crop_window(a, Shape{height, width}, Bounds::constant), height, width);
}

Region window(const SliceWindowArgs& a, const Args&, int64_t height, int64_t width) {
  return inside(slice_window(a, Shape{height, width}, Bounds::constant), height, width);
}

Region window(const RandomWindowArgs& a, const Args& args, int64_t height, int64_t width) {
  return draw_window(args.random(), a.limits(), height, width);
}

template <class A>
void infer(const A& a, InferContext& c) {
  const View& in = c.in[0];
  const codecs::Options options = a.decode.options(c.args.spec().outs[0].dtype);
  State& s = *static_cast<State*>(c.state);
  s.info = codecs::peek(in.data, static_cast<size_t>(in.volume()), options);
  Shape whole = codecs::output_shape(s.info, options);
  s.window = window(a.window, c.args, whole[0], whole[1]);
  c.out[0] = Shape{s.window.rows(), s.window.cols(), whole[2]};
}

template <class A>
void run(const A& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  const Region &w = c.st<State>().window, &part = out.region;
  codecs::Box box{w.y0, w.x0, w.y1, w.x1};
  if (out.windowed) box = {w.y0 + part.y0, w.x0 + part.x0, w.y0 + part.y1, w.x0 + part.x1};
  if (box.y0 == box.y1 || box.x0 == box.x1) return;
  const codecs::Stats stats = codecs::decode(in.data, static_cast<size_t>(in.volume()),
                                             c.st<State>().info, a.decode.options(out.dtype), &box,
                                             out.data, static_cast<ptrdiff_t>(out.pitch()));
  c.warnings += stats.warnings;
}

template <class A>
Kernel decoder(const char* name) {
  return {.name = name,
          .args = schema<A>(),
          .infer = typed<infer<A>>,
          .run = typed<run<A>>,
          .fill = typed<fill_picture<A>>,
          .state_size = sizeof(State),
          .data_inputs = 1,
          .makes_region = true,
          .cost = 40.0f};
}

const KernelEntry of_crop{decoder<DecodeCropArgs>("decode_crop")};
const KernelEntry of_slice{decoder<DecodeSliceArgs>("decode_slice")};
const KernelEntry of_random{decoder<DecodeRandomCropArgs>("decode_random_crop")};

}  // namespace
}  // namespace hr::decode_window_kernel
