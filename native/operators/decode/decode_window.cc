// decode_crop, decode_slice, decode_random_crop: a part of each picture, decoded alone.
#include "operators/decode/decode_window.h"

#include "operators/geometry/random_window.h"
#include "operators/geometry/slice_window.h"

namespace hr {
namespace {

using State = DecodeWindow;

std::string range(int64_t lo, int64_t hi) {
  return "[" + std::to_string(lo) + ", " + std::to_string(hi) + ")";
}

// There is nothing to put outside a picture, whatever the bounds say.
Region inside(const Window& w, int64_t height, int64_t width) {
  Region r{w.anchor[0], w.anchor[1], w.anchor[0] + w.size[0], w.anchor[1] + w.size[1]};
  if (r.y0 < 0 || r.x0 < 0 || r.y1 > height || r.x1 > width)
    fail(ErrorKind::index, "the window of rows " + range(r.y0, r.y1) + " and columns " +
                               range(r.x0, r.x1) + " leaves the picture of " +
                               std::to_string(height) + "x" + std::to_string(width));
  return r;
}

Region crop(const Args& a, int64_t height, int64_t width) {
  return inside(crop_window(a, Shape{height, width}, kDecodeParams), height, width);
}

Region slice(const Args& a, int64_t height, int64_t width) {
  Window w = slice_window(a, Shape{height, width}, Bounds::constant, kDecodeParams);
  return inside(w, height, width);
}

Region random_crop(const Args& a, int64_t height, int64_t width) {
  enum { kArea = kDecodeParams, kRatio, kAttempts };
  WindowLimits limits{
      {a.f(kArea, 0), a.f(kArea, 1)}, {a.f(kRatio, 0), a.f(kRatio, 1)}, a.i(kAttempts)};
  return draw_window(a.random(), limits, height, width);
}

template <auto window>
void infer(InferContext& c) {
  const View& in = c.in[0];
  const codecs::Options options = decode_options(c.args, c.args.spec().outs[0].dtype);
  State& s = *static_cast<State*>(c.state);
  s.info = codecs::peek(in.data, static_cast<size_t>(in.volume()), options);
  Shape whole = codecs::output_shape(s.info, options);
  s.window = window(c.args, whole[0], whole[1]);
  c.out[0] = Shape{s.window.rows(), s.window.cols(), whole[2]};
}

void run(RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  const Region &w = c.st<State>().window, &part = out.region;
  codecs::Box box{w.y0, w.x0, w.y1, w.x1};
  if (out.windowed) box = {w.y0 + part.y0, w.x0 + part.x0, w.y0 + part.y1, w.x0 + part.x1};
  if (box.y0 == box.y1 || box.x0 == box.x1) return;
  const codecs::Stats stats = codecs::decode(in.data, static_cast<size_t>(in.volume()),
                                             c.st<State>().info, decode_options(c.args, out.dtype),
                                             &box, out.data, static_cast<ptrdiff_t>(out.pitch()));
  c.warnings += stats.warnings;
}

template <auto window, class... Names>
Kernel decoder(const char* name, Names... parameters) {
  return {.name = name,
          .params = {HR_DECODE_PARAMS, parameters...},
          .infer = infer<window>,
          .run = run,
          .fill = fill_picture,
          .state_size = sizeof(State),
          .data_inputs = 1,
          .makes_region = true,
          .cost = 40.0f};
}

const KernelEntry of_crop{decoder<crop>("decode_crop", HR_CROP_PARAMS)};
const KernelEntry of_slice{decoder<slice>("decode_slice", HR_SLICE_PARAMS)};
const KernelEntry of_random{
    decoder<random_crop>("decode_random_crop", "area", "ratio", "attempts")};

}  // namespace
}  // namespace hr
