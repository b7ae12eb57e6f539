// random_resized_crop: a random part of an image, resized.
#include <algorithm>
#include <cmath>

#include "headrace/kernel.h"
#include "headrace/resample.h"

namespace hr {
namespace {

enum { kSize, kArea, kRatio, kAttempts, kMinFilter, kMagFilter, kAntialias, kPlanar };

struct State {
  int64_t y, x, h, w;
};

// Draws area and aspect ratio until a window fits; then its position. After `attempts` failures:
// the largest centred window with an allowed ratio.
State draw(const Args& a, int64_t height, int64_t width) {
  RandomStream rng = a.random();
  double area = static_cast<double>(height) * static_cast<double>(width);
  double log_lo = std::log(a.f(kRatio, 0)), log_hi = std::log(a.f(kRatio, 1));
  for (int64_t i = 0, n = a.i(kAttempts); i < n; i++) {
    double target = area * (a.f(kArea, 0) + rng.uniform() * (a.f(kArea, 1) - a.f(kArea, 0)));
    double ratio = std::exp(log_lo + rng.uniform() * (log_hi - log_lo));
    int64_t w = std::llround(std::sqrt(target * ratio)), h = std::llround(std::sqrt(target / ratio));
    uint32_t u = rng.next(), v = rng.next();
    w = std::max<int64_t>(w, 1);
    h = std::max<int64_t>(h, 1);
    if (w > width || h > height) continue;
    auto position = [](uint32_t word, int64_t choices) {
      return static_cast<int64_t>((static_cast<uint64_t>(word) * static_cast<uint64_t>(choices)) >> 32);
    };
    return {position(u, height - h + 1), position(v, width - w + 1), h, w};
  }
  double ratio = static_cast<double>(width) / static_cast<double>(height);
  int64_t h = height, w = width;
  if (ratio < a.f(kRatio, 0))
    h = std::clamp<int64_t>(std::llround(static_cast<double>(w) / a.f(kRatio, 0)), 1, height);
  else if (ratio > a.f(kRatio, 1))
    w = std::clamp<int64_t>(std::llround(static_cast<double>(h) * a.f(kRatio, 1)), 1, width);
  return {(height - h) / 2, (width - w) / 2, h, w};
}

Axis axis(const Args& a, int64_t lo, int64_t size, int64_t in, int64_t out) {
  Axis r;
  r.in_size = in;
  r.out_size = out;
  r.lo = static_cast<double>(lo);
  r.hi = static_cast<double>(lo + size);
  r.filter = static_cast<Filter>(a.i(out < size ? kMinFilter : kMagFilter));
  r.antialias = a.i(kAntialias) != 0;
  return r;
}

struct Axes {
  Axis y, x;
};

Axes axes(const Args& a, const Shape& shape, const State& s) {
  bool planar = a.i(kPlanar) != 0;
  int64_t out_h = a.i(kSize, 0), out_w = a.i(kSize, a.size(kSize) == 1 ? 0 : 1);
  return {axis(a, s.y, s.h, shape[planar ? 1 : 0], out_h), axis(a, s.x, s.w, shape[planar ? 2 : 1], out_w)};
}

Scratch& resampler() {
  thread_local Scratch s;
  return s;
}

void infer(InferContext& c) {
  const Shape& in = c.in[0].shape;
  bool planar = c.args.i(kPlanar) != 0;
  int64_t h = in[planar ? 1 : 0], w = in[planar ? 2 : 1];
  if (h < 1 || w < 1) fail_value("cannot crop an empty image of shape " + in.str());
  *static_cast<State*>(c.state) = draw(c.args, h, w);
  int64_t out_h = c.args.i(kSize, 0), out_w = c.args.i(kSize, c.args.size(kSize) == 1 ? 0 : 1);
  if (out_h < 1 || out_w < 1) fail_value("size must be positive");
  c.out[0] = planar ? Shape{in[0], out_h, out_w} : Shape{out_h, out_w, in[2]};
}

Region region(const InferContext& c) {
  Axes a = axes(c.args, c.in[0].shape, *static_cast<const State*>(c.state));
  SourceWindow w = source_window(a.y, a.x, resampler());
  return {w.rows.lo, w.cols.lo, w.rows.hi, w.cols.hi};
}

void run(RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  Axes a = axes(c.args, in.shape, c.st<State>());
  bool planar = c.args.i(kPlanar) != 0;
  int64_t planes = planar ? in.shape[0] : 1;
  ImageView view;
  view.dtype = in.dtype;
  view.h = a.y.in_size;
  view.w = a.x.in_size;
  view.c = planar ? 1 : in.shape[2];
  if (in.windowed) {
    view.rows = {in.region.y0, in.region.y1};
    view.cols = {in.region.x0, in.region.x1};
  }
  int64_t out_pitch = a.x.out_size * view.c * itemsize(out.dtype);
  for (int64_t p = 0; p < planes; p++) {
    view.data = in.data + p * view.h * view.w * itemsize(in.dtype);
    resize2d(view, a.y, a.x, out.data + p * a.y.out_size * out_pitch, out.dtype, out_pitch, resampler());
  }
}

const KernelEntry entry{{.name = "random_resized_crop",
                         .params = {"size", "area", "ratio", "attempts", "min_filter", "mag_filter", "antialias",
                                    "planar"},
                         .infer = infer,
                         .run = run,
                         .state_size = sizeof(State),
                         .region = region,
                         .cost = 2.0f}};

}  // namespace
}  // namespace hr
