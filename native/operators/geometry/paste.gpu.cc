// paste: a window that is larger than the image.
#include "operators/geometry/paste.h"

#include "operators/geometry/window.gpu.h"
#include "operators/tensor/copy_axes.gpu.h"

namespace hr::gpu {
namespace {

constexpr Axes kImage{-1, 0, 1, 2};

Axes axes(const Spec&, int, int) { return kImage; }

bool composes(const Spec& spec) { return spec.consts[paste::kFill].f.size() <= kInlineFills; }

Window canvas(const StepSample& s) {
  Window w;
  const Shape &in = s.in[0].shape, &out = s.out[0].shape;
  for (int d = 0; d < 3; d++) w.size[d] = out[d];
  w.anchor[0] = -paste::place(s.args, paste::kPasteY, out[0] - in[0]);
  w.anchor[1] = -paste::place(s.args, paste::kPasteX, out[1] - in[1]);
  return w;
}

void pack(const StepSample& s, void* to) {
  pack_window(s, kImage, canvas(s), Bounds::constant, paste::kFill, false,
              *static_cast<hrk::WindowParams*>(to));
}

void run(Run& run) {
  std::vector<AxesCopy> copies;
  for (const StepSample& s : run.samples) {
    AxesCopy c(s.in[0], s.out[0]);
    c.cut(canvas(s));
    c.bounds = Bounds::constant;
    int64_t fills = s.args.size(paste::kFill);
    if (fills > 1) c.channel = 2;
    for (int64_t k = 0; k < fills; k++)
      c.fills.push_back(Element::c_cast_of(s.args.f(paste::kFill, k), s.out[0].dtype));
    copies.push_back(std::move(c));
  }
  copy_axes(run, copies);
}

const Entry entry{"paste",
                  {.file = "operators/geometry/window.cuh",
                   .type = "Window",
                   .params = sizeof(hrk::WindowParams),
                   .pack = pack,
                   .axes = axes,
                   .reads = Reads::moved,
                   .composes = composes,
                   .run = run}};

}  // namespace
}  // namespace hr::gpu
