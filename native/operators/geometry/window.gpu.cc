// crop, slice: windows of samples on the GPU.
#include "operators/geometry/window.gpu.h"

#include <algorithm>
#include <climits>

#include "operators/geometry/crop.h"
#include "operators/geometry/slice.h"
#include "operators/tensor/copy_axes.gpu.h"

namespace hr::gpu {

bool leads(const Axes& a, int ndim) {
  int first = ndim, named = 0;
  for (int axis : {a.z, a.y, a.x, a.c}) {
    if (axis < 0) continue;
    first = std::min(first, axis);
    named++;
  }
  return first + named == ndim;
}

namespace {

// Leading channels need no name, unless fill values vary by channel.
Axes named(Axes a, bool by_channel) {
  int first = a.x;
  for (int axis : {a.z, a.y})
    if (axis >= 0) first = std::min(first, axis);
  if (a.c < first && !by_channel) a.c = -1;
  return a;
}

}  // namespace

Axes cut_axes(const std::vector<int64_t>& axes, int channel, int ndim, bool by_channel) {
  uint32_t cut = 0;
  for (int64_t axis : axes) {
    if (axis < -ndim || axis >= ndim) return {};
    cut |= 1u << (axis < 0 ? axis + ndim : axis);
  }
  int rest[kMaxDims], n = 0;
  for (int d = ndim - 1; d >= 0; d--)
    if (d != channel) rest[n++] = d;
  for (int k = 3; k < n; k++)
    if (cut >> rest[k] & 1) return {};
  Axes a;
  a.c = channel;
  if (n > 0) a.x = rest[0];
  if (n > 1) a.y = rest[1];
  if (n > 2 && cut >> rest[2] & 1) a.z = rest[2];
  return named(a, by_channel);
}

int64_t near_anchor(int64_t anchor, int64_t size, int64_t extent, Bounds bounds) {
  int64_t period = bounds == Bounds::wrap           ? extent
                   : bounds == Bounds::reflect_1001 ? 2 * extent
                   : bounds == Bounds::reflect_101  ? std::max<int64_t>(2 * extent - 2, 1)
                                                    : 0;
  if (anchor >= 0 && anchor + size <= extent) return anchor;
  if (!period) return std::clamp(anchor, -size, extent);
  return (anchor % period + period) % period;
}

void pack_place(const StepSample& s, const Axes& named, const Window& w, Bounds bounds,
                int64_t fills, hrk::WindowParams& p) {
  const Axes& seen = s.in_axes;
  int lead = named.x - seen.x;
  const Shape& in = s.in[0].shape;
  bool all_inside = true;
  auto place = [&](int axis, int unit, int& anchor, int& extent) {
    anchor = 0;
    extent = 1;
    if (axis < 0) return;
    int64_t size = w.size[axis + lead], n = in[axis];
    int64_t at = near_anchor(w.anchor[axis + lead], size, n, bounds);
    if ((size + 3 * n) * unit >= INT_MAX)
      fail_value("a window of shape " + s.out[0].shape.str() + " of a sample of shape " + in.str() +
                 " is too large for one launch");
    all_inside &= at >= 0 && at + size <= n;
    anchor = static_cast<int>(at * unit);
    extent = static_cast<int>(n * unit);
  };
  place(seen.z, 1, p.az, p.ez);
  place(seen.y, 1, p.ay, p.ey);
  place(seen.x, s.channels, p.ax, p.ex);
  p.inside = all_inside;
  p.bounds = bounds;
  p.channels = s.channels;
  bool planes = named.c >= 0 && seen.c < 0;
  p.fill_by = fills <= 1 ? 0 : planes ? 2 : 1;
}

namespace {

int channel_axis(const CropArgs& a) { return a.window.axes[3]; }
int channel_axis(const SliceArgs& a) { return a.channel_axis; }

// Windows of a call with arguments A, for a separate launch.
template <class A>
std::vector<AxesCopy> windows(const Run& run) {
  std::vector<AxesCopy> copies;
  for (const StepSample& s : run.samples) {
    const A& a = s.args.as<A>();
    const List<float>& fills = a.outside.fill_values;
    AxesCopy& c = copies.emplace_back(s.in[0], s.out[0]);
    c.cut(s.st<Window>());
    c.bounds = a.outside.bounds;
    if (fills.size() > 1) c.channel = channel_axis(a);
    for (int64_t k = 0; k < fills.size(); k++)
      c.fills.push_back(Element::c_cast_of(fills[k], s.out[0].dtype));
  }
  return copies;
}

// Copies them in one launch.
template <class A>
void run_windows(Run& run) {
  std::vector<AxesCopy> copies = windows<A>(run);
  copy_axes(run, copies);
}

// The same if they only move elements: then it is faster than a composed step.
template <class A>
bool run_inside(Run& run) {
  std::vector<AxesCopy> copies = windows<A>(run);
  if (!std::all_of(copies.begin(), copies.end(), [](auto& c) { return c.moves_only(); }))
    return false;
  copy_axes(run, copies);
  return true;
}

// True if fill values may vary by channel.
bool fills_by_channel(const OutsideArgs& a) {
  return a.bounds == Bounds::constant && a.fill_values.size() > 1;
}

// ---- crop -------------------------------------------------------------------------------------

Axes crop_axes(const CropArgs& a, const Spec&, int, int) {
  const List<int>& at = a.window.axes;
  return named({at[0], at[1], at[2], at[3]}, fills_by_channel(a.outside));
}

bool crop_composes(const CropArgs& a, const Spec& spec) {
  return a.outside.fill_values.size() <= kInlineFills &&
         leads(crop_axes(a, spec, 0, 0), spec.outs[0].ndim);
}

void crop_pack(const CropArgs& a, const StepSample& s, void* to) {
  pack_window(s, crop_axes(a, s.args.spec(), 0, 0), s.st<Window>(), a.outside.bounds,
              a.outside.fill_values, *static_cast<hrk::WindowParams*>(to));
}

const Entry crop{"crop",
                 {.file = "operators/geometry/window.cuh",
                  .type = "Window",
                  .params = sizeof(hrk::WindowParams),
                  .pack = typed<crop_pack>,
                  .axes = typed<crop_axes>,
                  .reads = Reads::moved,
                  .composes = typed<crop_composes>,
                  .run = run_windows<CropArgs>,
                  .alone = run_inside<CropArgs>}};

// ---- slice ------------------------------------------------------------------------------------

Axes slice_axes(const SliceArgs& a, const Spec& spec, int, int) {
  const int ndim = spec.outs[0].ndim;
  std::vector<int64_t> cut;  // empty if they vary per sample
  for (int64_t j = 0; a.window.axes && j < a.window.axes->size(); j++) {
    const int64_t axis = (*a.window.axes)[j];
    if (axis == a.channel_axis || axis + ndim == a.channel_axis) return {};
    cut.push_back(axis);
  }
  if (cut.empty()) return {};
  return cut_axes(cut, a.channel_axis, ndim, fills_by_channel(a.outside));
}

bool slice_composes(const SliceArgs& a, const Spec& spec) {
  Axes axes = slice_axes(a, spec, 0, 0);
  return axes.x >= 0 && a.outside.fill_values.size() <= kInlineFills &&
         leads(axes, spec.outs[0].ndim);
}

void slice_pack(const SliceArgs& a, const StepSample& s, void* to) {
  pack_window(s, slice_axes(a, s.args.spec(), 0, 0), s.st<Window>(), a.outside.bounds,
              a.outside.fill_values, *static_cast<hrk::WindowParams*>(to));
}

const Entry slice{"slice",
                  {.file = "operators/geometry/window.cuh",
                   .type = "Window",
                   .params = sizeof(hrk::WindowParams),
                   .pack = typed<slice_pack>,
                   .axes = typed<slice_axes>,
                   .reads = Reads::moved,
                   .composes = typed<slice_composes>,
                   .run = run_windows<SliceArgs>,
                   .alone = run_inside<SliceArgs>}};

}  // namespace
}  // namespace hr::gpu
