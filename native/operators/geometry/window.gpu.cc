// crop, slice: windows of samples.
#include "operators/geometry/window.gpu.h"

#include <algorithm>
#include <climits>

#include "operators/geometry/slice_window.h"
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

// Channels in front of everything else need no name, unless fill values go by them.
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

void pack_window(const StepSample& s, const Axes& named, const Window& w, Bounds bounds, int fill,
                 bool float_fill, hrk::WindowParams& p) {
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
  p.bounds = static_cast<int>(bounds);
  p.channels = s.channels;
  int64_t fills = s.args.size(fill);
  bool planes = named.c >= 0 && seen.c < 0;
  p.fill_by = fills <= 1 ? 0 : planes ? 2 : 1;
  if (all_inside) return;
  for (int64_t k = 0; k < std::min<int64_t>(fills, kInlineFills); k++) {
    double v = s.args.f(fill, k);
    Element e = Element::c_cast_of(float_fill ? static_cast<float>(v) : v, s.out[0].dtype);
    std::memcpy(&p.fill[k], e.bytes, 8);
  }
}

namespace {

// Windows that are no step. `channel`: the axis of the fill values.
std::vector<AxesCopy> windows(Run& run, int bounds, int fill, int channel_param, int channel_at) {
  std::vector<AxesCopy> copies;
  for (const StepSample& s : run.samples) {
    AxesCopy c(s.in[0], s.out[0]);
    c.cut(s.st<Window>());
    c.bounds = static_cast<Bounds>(s.args.i(bounds));
    int64_t fills = s.args.size(fill);
    if (fills > 1) c.channel = static_cast<int>(s.args.i(channel_param, channel_at));
    for (int64_t k = 0; k < fills; k++)
      c.fills.push_back(Element::c_cast_of(static_cast<float>(s.args.f(fill, k)), s.out[0].dtype));
    copies.push_back(std::move(c));
  }
  return copies;
}

// One launch for them.
void run_windows(Run& run, std::vector<AxesCopy> copies) { copy_axes(run, copies); }

// The same if they only move elements: then it is faster than a step.
bool run_inside(Run& run, std::vector<AxesCopy> copies) {
  if (!std::all_of(copies.begin(), copies.end(), [](auto& c) { return c.moves_only(); }))
    return false;
  copy_axes(run, copies);
  return true;
}

int64_t number(const Spec& spec, int k, size_t j = 0) { return spec.consts[k].i[j]; }

// Whether pixels outside may have fill values that differ by channel.
bool fills_by_channel(const Spec& spec, int bounds, int fill) {
  return static_cast<Bounds>(number(spec, bounds)) == Bounds::constant &&
         spec.consts[fill].f.size() > 1;
}

// ---- crop -------------------------------------------------------------------------------------

Axes crop_axes(const Spec& spec, int, int) {
  auto at = [&](size_t k) { return static_cast<int>(number(spec, kAxes, k)); };
  return named({at(0), at(1), at(2), at(3)}, fills_by_channel(spec, kBounds, kFill));
}

bool crop_composes(const Spec& spec) {
  return spec.consts[kFill].f.size() <= kInlineFills &&
         leads(crop_axes(spec, 0, 0), spec.outs[0].ndim);
}

void crop_pack(const StepSample& s, void* to) {
  pack_window(s, crop_axes(s.args.spec(), 0, 0), s.st<Window>(),
              static_cast<Bounds>(s.args.i(kBounds)), kFill, true,
              *static_cast<hrk::WindowParams*>(to));
}

std::vector<AxesCopy> crops(Run& run) { return windows(run, kBounds, kFill, kAxes, 3); }
void crop_run(Run& run) { run_windows(run, crops(run)); }
bool crop_alone(Run& run) { return run_inside(run, crops(run)); }

const Entry crop{"crop",
                 {.file = "operators/geometry/window.cuh",
                  .type = "Window",
                  .params = sizeof(hrk::WindowParams),
                  .pack = crop_pack,
                  .axes = crop_axes,
                  .reads = Reads::moved,
                  .composes = crop_composes,
                  .run = crop_run,
                  .alone = crop_alone}};

// ---- slice ------------------------------------------------------------------------------------

enum { kSliceAxes, kSliceBounds = kSliceParams, kFillValues, kChannelAxis };

Axes slice_axes(const Spec& spec, int, int) {
  const Const& cut = spec.consts[kSliceAxes];
  int channel = static_cast<int>(number(spec, kChannelAxis)), ndim = spec.outs[0].ndim;
  for (int64_t axis : cut.i)
    if (axis == channel || axis + ndim == channel) return {};
  if (!cut.given || cut.i.empty()) return {};
  return cut_axes(cut.i, channel, ndim, fills_by_channel(spec, kSliceBounds, kFillValues));
}

bool slice_composes(const Spec& spec) {
  Axes a = slice_axes(spec, 0, 0);
  return a.x >= 0 && spec.consts[kFillValues].f.size() <= kInlineFills &&
         leads(a, spec.outs[0].ndim);
}

void slice_pack(const StepSample& s, void* to) {
  pack_window(s, slice_axes(s.args.spec(), 0, 0), s.st<Window>(),
              static_cast<Bounds>(s.args.i(kSliceBounds)), kFillValues, true,
              *static_cast<hrk::WindowParams*>(to));
}

std::vector<AxesCopy> slices(Run& run) {
  return windows(run, kSliceBounds, kFillValues, kChannelAxis, 0);
}
void slice_run(Run& run) { run_windows(run, slices(run)); }
bool slice_alone(Run& run) { return run_inside(run, slices(run)); }

const Entry slice{"slice",
                  {.file = "operators/geometry/window.cuh",
                   .type = "Window",
                   .params = sizeof(hrk::WindowParams),
                   .pack = slice_pack,
                   .axes = slice_axes,
                   .reads = Reads::moved,
                   .composes = slice_composes,
                   .run = slice_run,
                   .alone = slice_alone}};

}  // namespace
}  // namespace hr::gpu
