// crop_mirror_normalize as a composed step for 1 to 4 channels; else launched separately.
#include "operators/geometry/crop_mirror_normalize.h"

#include <climits>

#include "operators/geometry/window.gpu.h"
#include "operators/tensor/copy_axes.gpu.h"

namespace hr::gpu::crop_mirror_normalize_kernel {
namespace {

using State = CropMirrorNormalizeState;

Axes axes(const CropMirrorNormalizeArgs& a, const Spec&, int input, int) {
  const List<int>& at = a.window.axes;
  Axes in{at[0], at[1], at[2], at[3]};
  if (input >= 0) return in;
  Axes out;
  for (int k = 0; k < static_cast<int>(a.perm.size()); k++) {
    int from = a.perm[k];
    if (from == in.z) out.z = k;
    if (from == in.y) out.y = k;
    if (from == in.x) out.x = k;
    if (from == in.c) out.c = k;
  }
  return out;
}

bool composes(const CropMirrorNormalizeArgs& a, const Spec& spec) {
  int ndim = spec.outs[0].ndim;
  return leads(axes(a, spec, 0, ndim), ndim) && leads(axes(a, spec, -1, ndim), ndim);
}

void pack(const CropMirrorNormalizeArgs& args, const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::CropMirrorNormalizeParams*>(to);
  const State& state = s.st<State>();
  const Window& w = state.window;
  const Axes& a = s.in_axes;
  const Shape& in = s.in[0].shape;
  int lead = args.axis_w() - a.x;
  bool all_inside = true;
  auto place = [&](int axis, int& anchor, int& extent) {
    anchor = 0;
    extent = 1;
    if (axis < 0) return;
    int64_t size = w.size[axis + lead], n = in[axis];
    if (size + n >= INT_MAX)
      fail_value("a window of shape " + s.out[0].shape.str() + " of a sample of shape " + in.str() +
                 " is too large for one launch");
    int64_t at = near_anchor(w.anchor[axis + lead], size, n, Bounds::constant);
    all_inside &= at >= 0 && at + size <= n;
    anchor = static_cast<int>(at);
    extent = static_cast<int>(n);
  };
  place(a.z, p.az, p.ez);
  place(a.y, p.ay, p.ey);
  place(a.x, p.ax, p.ex);
  p.inside = all_inside;
  p.mirror = args.mirror;
  p.nx = s.size(s.out[0], s.out_axes.x);
  int64_t channels = s.size(s.in[0], a.c);
  for (int64_t c = 0; c < channels; c++) args.factors(c, p.mul[c], p.add[c]);
  if (all_inside && state.channels == channels) return;
  for (int64_t c = 0; c < state.channels; c++) {
    Element e = args.fill(c, s.out[0].dtype);
    std::memcpy(&p.fill[c], e.bytes, 8);
  }
}

void run(Run& run) {
  std::vector<AxesCopy> copies;
  for (const StepSample& s : run.samples) {
    const auto& a = s.args.as<CropMirrorNormalizeArgs>();
    const State& state = s.st<State>();
    AxesCopy whole(s.in[0], s.out[0]);
    whole.cut(state.window);
    int axis_c = a.axis_c();
    int64_t channels = axis_c < 0 ? 1 : s.in[0].shape[axis_c];
    if (axis_c >= 0) whole.axis[axis_c].size = state.channels;
    if (CopyAxis& x = whole.axis[a.axis_w()]; a.mirror) {
      x.first += x.size - 1;
      x.step = -1;
    }
    AxesCopy c = whole;
    c.bounds = Bounds::constant;
    for (int d = 0; d < c.ndim; d++) {
      int from = a.perm[d];
      c.axis[d] = whole.axis[from];
      if (from == axis_c) c.channel = d;
    }
    for (int64_t k = 0; k < state.channels; k++) {
      float mul = 0, add = 0;
      if (k < channels) a.factors(k, mul, add);
      c.factors.insert(c.factors.end(), {mul, add});
      c.fills.push_back(a.fill(k, s.out[0].dtype));
    }
    copies.push_back(std::move(c));
  }
  copy_axes(run, copies, true);
}

const Entry entry{"crop_mirror_normalize",
                  {.file = "operators/geometry/crop_mirror_normalize.cuh",
                   .type = "CropMirrorNormalize",
                   .params = sizeof(hrk::CropMirrorNormalizeParams),
                   .pack = typed<pack>,
                   .axes = typed<axes>,
                   .reads = Reads::moved,
                   .whole_pixels = true,
                   .composes = typed<composes>,
                   .run = run}};

}  // namespace
}  // namespace hr::gpu::crop_mirror_normalize_kernel
