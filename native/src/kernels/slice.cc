// slice: a window given by its ends on some axes.
#include "window_copy.h"

namespace hr {
namespace {

enum {
  kAxesOf,  // the axes the other lists speak of; left out: all
  kStart,
  kRelStart,
  kEnd,
  kRelEnd,
  kShape,
  kRelShape,
  kAnchor,
  kSize,  // the two inputs, in elements or relative
  kAnchorRelative,
  kSizeRelative,
  kOutside,
  kFillValues,
  kChannelAxis
};

struct Ends {
  int64_t lo, hi;
};

int64_t rounded(double v) {
  if (!(std::fabs(v) < 9e15))
    fail_value("a window end of " + std::to_string(v) + " makes no sense");
  return static_cast<int64_t>(std::round(v));
}

void check_count(const Args& a, int64_t axes) {
  for (int k = kStart; k <= kSize; k++)
    if (a.has(k) && axes > 0 && a.size(k) != 1 && a.size(k) != axes)
      fail_value("argument '" + std::string(a.spec().kernel->params[k]) + "' has " +
                 std::to_string(a.size(k)) + " elements for " + std::to_string(axes) + " axes");
}

// Positional ends: sums in double.
Ends from_inputs(const Args& a, int64_t j, double extent) {
  double at = a.f_cast(kAnchor, j) * (a.i(kAnchorRelative) ? extent : 1.0);
  double size = a.f_cast(kSize, j) * (a.i(kSizeRelative) ? extent : 1.0);
  if (!(size >= 0))
    fail_value("the shape must not be negative, got " + std::to_string(a.f_cast(kSize, j)));
  return {rounded(at), rounded(at + size)};
}

// Named ends: relative ones are float32 products (a rule that decides which way halves fall),
// except that rel_start and rel_shape are added in double.
Ends from_arguments(const Args& a, int64_t j, int64_t extent) {
  float n = static_cast<float>(extent);
  auto part = [&](int k) { return static_cast<float>(a.f_cast(k, j)); };
  float at = a.has(kRelStart) ? part(kRelStart) * n : 0.0f;
  int64_t start = a.has(kStart) ? a.i_cast(kStart, j) : a.has(kRelStart) ? rounded(at) : 0;
  if (a.has(kEnd)) return {start, a.i_cast(kEnd, j)};
  if (a.has(kRelEnd)) return {start, rounded(part(kRelEnd) * n)};
  if (a.has(kShape)) {
    int64_t size = a.i_cast(kShape, j);
    if (size < 0) fail_value("the shape must not be negative, got " + std::to_string(size));
    return {start, start + size};
  }
  if (a.has(kRelShape)) {
    double size = part(kRelShape);
    if (!(size >= 0)) fail_value("the shape must not be negative, got " + std::to_string(size));
    if (a.has(kRelStart))
      return {start,
              rounded((static_cast<double>(part(kRelStart)) + size) * static_cast<double>(extent))};
    return {start, rounded(static_cast<float>(start) + part(kRelShape) * n)};
  }
  return {start, extent};
}

void infer(InferContext& c) {
  const Args& a = c.args;
  Window& w = *static_cast<Window*>(c.state);
  const Shape& in = c.in[0].shape;
  std::copy_n(in.d.begin(), in.ndim, w.size);
  bool some = a.has(kAxesOf) && a.size(kAxesOf) > 0;
  int64_t count = some ? a.size(kAxesOf) : in.ndim;
  check_count(a, count);
  Bounds bounds = static_cast<Bounds>(a.i(kOutside));
  uint32_t seen = 0;
  for (int64_t j = 0; j < count; j++) {
    int64_t axis = some ? a.i(kAxesOf, j) : j;
    if (axis < -in.ndim || axis >= in.ndim)
      fail_value("axes[" + std::to_string(j) + "] is " + std::to_string(axis) + ", the input " +
                 in.str() + " has " + std::to_string(in.ndim) + " axes");
    int d = static_cast<int>(axis < 0 ? axis + in.ndim : axis);
    if (seen >> d & 1) fail_value("axes names axis " + std::to_string(d) + " twice");
    seen |= 1u << d;
    Ends e = a.has(kAnchor) ? from_inputs(a, j, static_cast<double>(in[d]))
                            : from_arguments(a, j, in[d]);
    if (e.hi < e.lo)
      fail_value("the end " + std::to_string(e.hi) + " lies before the start " +
                 std::to_string(e.lo) + " on axis " + std::to_string(d) + " of shape " + in.str());
    w.anchor[d] = e.lo;
    w.size[d] = e.hi - e.lo;
    confine(w, d, in[d], bounds, in);
  }
  for (int d = 0; d < in.ndim; d++) c.out[0].push(w.size[d]);
  if (bounds == Bounds::constant)
    check_fill(a, kFillValues, static_cast<int>(a.i(kChannelAxis)), c.out[0]);
}

Region region(const InferContext& c) {
  return window_region(*static_cast<const Window*>(c.state), c.in[0].shape,
                       static_cast<Bounds>(c.args.i(kOutside)));
}

void run(RunContext& c) {
  copy_window(c.in[0], c.st<Window>(), static_cast<Bounds>(c.args.i(kOutside)), c.args, kFillValues,
              static_cast<int>(c.args.i(kChannelAxis)), c.out[0]);
}

const KernelEntry slice{{.name = "slice",
                         .params = {"axes", "start", "rel_start", "end", "rel_end", "shape",
                                    "rel_shape", "anchor", "shape_input", "anchor_relative",
                                    "size_relative", "bounds", "fill_values", "channel_axis"},
                         .infer = infer,
                         .run = run,
                         .state_size = sizeof(Window),
                         .region = region}};

}  // namespace
}  // namespace hr
