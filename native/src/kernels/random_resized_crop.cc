// random_resized_crop: a random part of an image, resized.
#include <algorithm>
#include <cmath>

#include "headrace/kernel.h"
#include "headrace/resample.h"

namespace hr {
namespace {

enum {
  kSize,
  kArea,
  kRatio,
  kAttempts,
  kMinFilter,
  kMagFilter,  // numbers of the public InterpType
  kAntialias,
  kAxisH  // of the input; W follows, and channels where there is one more axis. In front: planes,
          // frames
};

struct State {
  int64_t y, x, h, w;
};

// Draws area and aspect ratio until a window fits; then its position. After `attempts` failures:
// the largest window with an allowed ratio.
State draw(const Args& a, int64_t height, int64_t width) {
  RandomStream rng = a.random();
  auto placed = [&](int64_t h, int64_t w) {
    auto position = [](uint32_t word, int64_t choices) {
      return static_cast<int64_t>((static_cast<uint64_t>(word) * static_cast<uint64_t>(choices)) >>
                                  32);
    };
    uint32_t u = rng.next(), v = rng.next();
    return State{position(u, height - h + 1), position(v, width - w + 1), h, w};
  };
  double area = static_cast<double>(height) * static_cast<double>(width);
  double log_lo = std::log(a.f(kRatio, 0)), log_hi = std::log(a.f(kRatio, 1));
  for (int64_t i = 0, n = a.i(kAttempts); i < n; i++) {
    double target = area * (a.f(kArea, 0) + rng.uniform() * (a.f(kArea, 1) - a.f(kArea, 0)));
    double ratio = std::exp(log_lo + rng.uniform() * (log_hi - log_lo));
    int64_t w = std::max<int64_t>(std::llround(std::sqrt(target * ratio)), 1);
    int64_t h = std::max<int64_t>(std::llround(std::sqrt(target / ratio)), 1);
    if (w <= width && h <= height) return placed(h, w);
  }
  double ratio = static_cast<double>(width) / static_cast<double>(height);
  int64_t h = height, w = width;
  if (ratio < a.f(kRatio, 0))
    h = std::clamp<int64_t>(std::llround(static_cast<double>(w) / a.f(kRatio, 0)), 1, height);
  else if (ratio > a.f(kRatio, 1))
    w = std::clamp<int64_t>(std::llround(static_cast<double>(h) * a.f(kRatio, 1)), 1, width);
  return placed(h, w);
}

Filter filter(int64_t interp_type) {
  static constexpr Filter filters[] = {Filter::nearest,  Filter::linear,     Filter::cubic,
                                       Filter::lanczos3, Filter::triangular, Filter::gaussian};
  if (interp_type < 0 || interp_type > 5)
    fail_value("there is no filter number " + std::to_string(interp_type));
  return filters[interp_type];
}

Axis axis(const Args& a, int64_t lo, int64_t size, int64_t in, int64_t out) {
  Axis r;
  r.in_size = in;
  r.out_size = out;
  r.lo = static_cast<double>(lo);
  r.hi = static_cast<double>(lo + size);
  r.filter = filter(a.i(out < size ? kMinFilter : kMagFilter));
  r.antialias = a.i(kAntialias) != 0;
  return r;
}

struct Axes {
  Axis y, x;
};

Axes axes(const Args& a, const Shape& shape, const State& s) {
  int h = static_cast<int>(a.i(kAxisH));
  return {axis(a, s.y, s.h, shape[h], a.i(kSize, 0)),
          axis(a, s.x, s.w, shape[h + 1], a.i_cast(kSize, 1))};
}

Scratch& resampler() {
  thread_local Scratch s;
  return s;
}

void infer(InferContext& c) {
  const Shape& in = c.in[0].shape;
  int h = static_cast<int>(c.args.i(kAxisH));
  if (in[h] < 1 || in[h + 1] < 1) fail_value("cannot crop an empty image of shape " + in.str());
  *static_cast<State*>(c.state) = draw(c.args, in[h], in[h + 1]);
  for (int k : {kMinFilter, kMagFilter}) filter(c.args.i(k));
  c.out[0] = in;
  c.out[0][h] = c.args.i(kSize, 0);
  c.out[0][h + 1] = c.args.i_cast(kSize, 1);
}

Region region(const InferContext& c) {
  Axes a = axes(c.args, c.in[0].shape, *static_cast<const State*>(c.state));
  SourceWindow w = source_window(a.y, a.x, resampler());
  return {w.rows.lo, w.cols.lo, w.rows.hi, w.cols.hi};
}

void run(RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  if (out.volume() == 0) return;
  Axes a = axes(c.args, in.shape, c.st<State>());
  int h = static_cast<int>(c.args.i(kAxisH));
  ImageView view;
  view.dtype = in.dtype;
  view.h = a.y.in_size;
  view.w = a.x.in_size;
  view.c = in.shape.volume(h + 2);
  if (in.windowed) {
    view.rows = {in.region.y0, in.region.y1};
    view.cols = {in.region.x0, in.region.x1};
  }
  int64_t in_plane = view.h * view.w * view.c * itemsize(in.dtype);
  int64_t out_pitch = a.x.out_size * view.c * itemsize(out.dtype);
  for (int64_t p = 0, planes = in.shape.volume(0, h); p < planes; p++) {
    view.data = in.data + p * in_plane;
    resize2d(view, a.y, a.x, out.data + p * a.y.out_size * out_pitch, out.dtype, out_pitch,
             resampler());
  }
}

const KernelEntry entry{{.name = "random_resized_crop",
                         .params = {"size", "area", "ratio", "attempts", "min_filter", "mag_filter",
                                    "antialias", "axis_h"},
                         .infer = infer,
                         .run = run,
                         .state_size = sizeof(State),
                         .region = region,
                         .cost = 2.0f}};

}  // namespace
}  // namespace hr
