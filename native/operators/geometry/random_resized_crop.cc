// random_resized_crop: resizes a random part of an image.
#include "operators/geometry/resize.h"

namespace hr::random_resized_crop_kernel {
namespace {

void infer(const RandomResizedCropArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  const int h = a.resample.dims[0], w = a.resample.dims[1];
  if (in[h] < 1 || in[w] < 1) fail_value("cannot crop an empty image of shape " + in.str());
  Region r = draw_window(c.args.random(), a.window.limits(), in[h], in[w]);
  ResizePlan& plan = *static_cast<ResizePlan*>(c.state);
  auto add = [&](int dim, int64_t out, int64_t lo, int64_t hi) {
    if (out < 1 || out > kLargestSize)
      fail_value("size must be from 1 to " + std::to_string(kLargestSize) + ", got " +
                 std::to_string(out));
    AxisGeometry g{out, static_cast<double>(lo), static_cast<double>(hi)};
    plan.add(dim, resize_axis(in[dim], g, a.resample));
  };
  add(h, a.size[0], r.y0, r.y1);
  add(w, a.size.broadcast(1), r.x0, r.x1);
  finish_plan(plan, c);
}

const KernelEntry entry{{.name = "random_resized_crop",
                         .args = schema<RandomResizedCropArgs>(),
                         .infer = typed<infer>,
                         .run = resize_run,
                         .state_size = sizeof(ResizePlan),
                         .makes_region = true,
                         .region = resize_region,
                         .cost = 2.0f}};

}  // namespace
}  // namespace hr::random_resized_crop_kernel
