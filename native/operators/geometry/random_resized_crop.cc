// random_resized_crop: a random part of an image, resized.
#include "operators/geometry/random_window.h"
#include "operators/geometry/resize.h"

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
  kAxisH  // of the input; W follows
};

void infer(InferContext& c) {
  const Args& a = c.args;
  const Shape& in = c.in[0].shape;
  int h = static_cast<int>(a.i(kAxisH));
  if (in[h] < 1 || in[h + 1] < 1) fail_value("cannot crop an empty image of shape " + in.str());
  WindowLimits limits{
      {a.f(kArea, 0), a.f(kArea, 1)}, {a.f(kRatio, 0), a.f(kRatio, 1)}, a.i(kAttempts)};
  Region r = draw_window(a.random(), limits, in[h], in[h + 1]);
  Filter shrinking = resize_filter(a.i(kMinFilter)), enlarging = resize_filter(a.i(kMagFilter));
  ResizePlan& plan = *static_cast<ResizePlan*>(c.state);
  auto add = [&](int dim, int64_t out, int64_t lo, int64_t hi) {
    if (out < 1 || out > kLargestSize)
      fail_value("size must be from 1 to " + std::to_string(kLargestSize) + ", got " +
                 std::to_string(out));
    AxisGeometry g{out, static_cast<double>(lo), static_cast<double>(hi)};
    plan.add(dim, resize_axis(in[dim], g, shrinking, enlarging, a.i(kAntialias) != 0));
  };
  add(h, a.i(kSize, 0), r.y0, r.y1);
  add(h + 1, a.i_cast(kSize, 1), r.x0, r.x1);
  finish_plan(plan, c);
}

const KernelEntry entry{{.name = "random_resized_crop",
                         .params = {"size", "area", "ratio", "attempts", "min_filter", "mag_filter",
                                    "antialias", "axis_h"},
                         .infer = infer,
                         .run = resize_run,
                         .state_size = sizeof(ResizePlan),
                         .makes_region = true,
                         .region = resize_region,
                         .cost = 2.0f}};

}  // namespace
}  // namespace hr
