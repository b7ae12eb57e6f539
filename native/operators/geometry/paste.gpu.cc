// paste: a window larger than the image.
#include "operators/geometry/paste.h"

#include "operators/geometry/window.gpu.h"
#include "operators/tensor/copy_axes.gpu.h"

namespace hr::gpu::paste_kernel {
namespace {

constexpr Axes kImage{-1, 0, 1, 2};

Axes axes(const Spec&, int, int) { return kImage; }

bool composes(const PasteArgs& a, const Spec&) { return a.fill_value.size() <= kInlineFills; }

Window canvas(const PasteArgs& a, const StepSample& s) {
  Window w;
  const Shape &in = s.in[0].shape, &out = s.out[0].shape;
  for (int d = 0; d < 3; d++) w.size[d] = out[d];
  w.anchor[0] = -a.top(out[0] - in[0]);
  w.anchor[1] = -a.left(out[1] - in[1]);
  return w;
}

void pack(const PasteArgs& a, const StepSample& s, void* to) {
  pack_window(s, kImage, canvas(a, s), Bounds::constant, a.fill_value,
              *static_cast<hrk::WindowParams*>(to));
}

void run(Run& run) {
  std::vector<AxesCopy> copies;
  for (const StepSample& s : run.samples) {
    const auto& a = s.args.as<PasteArgs>();
    AxesCopy c(s.in[0], s.out[0]);
    c.cut(canvas(a, s));
    c.bounds = Bounds::constant;
    int64_t fills = a.fill_value.size();
    if (fills > 1) c.channel = 2;
    for (int64_t k = 0; k < fills; k++)
      c.fills.push_back(Element::c_cast_of(a.fill_value[k], s.out[0].dtype));
    copies.push_back(std::move(c));
  }
  copy_axes(run, copies);
}

const Entry entry{"paste",
                  {.file = "operators/geometry/window.cuh",
                   .type = "Window",
                   .params = sizeof(hrk::WindowParams),
                   .pack = typed<pack>,
                   .axes = axes,
                   .reads = Reads::moved,
                   .composes = typed<composes>,
                   .run = run}};

}  // namespace
}  // namespace hr::gpu::paste_kernel
