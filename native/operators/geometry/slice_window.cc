// Windows given by their ends on some axes.
#include "operators/geometry/slice_window.h"

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
};

struct Ends {
  int64_t lo, hi;
};

int64_t rounded(double v) { return to_place(std::round(v), "a window end"); }

// The parameters of one kernel's slice: they begin at `base`.
struct SliceArgs {
  const Args& args;
  int base;

  bool has(int k) const { return args.has(base + k); }
  int64_t size(int k) const { return args.size(base + k); }
  int64_t flag(int k) const { return args.i(base + k); }
  int64_t whole(int k, int64_t j) const {
    int64_t v = args.i_cast(base + k, j);
    rounded(static_cast<double>(v));
    return v;
  }
  int64_t axis(int64_t j) const { return args.i(base + kAxesOf, j); }
  double number(int k, int64_t j) const { return args.f_cast(base + k, j); }
  float part(int k, int64_t j) const { return static_cast<float>(number(k, j)); }
};

void check_count(const SliceArgs& a, int64_t axes) {
  for (int k = kStart; k <= kSize; k++)
    if (a.has(k) && axes > 0 && a.size(k) != 1 && a.size(k) != axes)
      fail_value("argument '" + std::string(a.args.spec().kernel->params[a.base + k]) + "' has " +
                 std::to_string(a.size(k)) + " elements for " + std::to_string(axes) + " axes");
}

// Positional ends: sums in double.
Ends from_inputs(const SliceArgs& a, int64_t j, double extent) {
  double at = a.number(kAnchor, j) * (a.flag(kAnchorRelative) ? extent : 1.0);
  double size = a.number(kSize, j) * (a.flag(kSizeRelative) ? extent : 1.0);
  if (!(size >= 0))
    fail_value("the shape must not be negative, got " + std::to_string(a.number(kSize, j)));
  return {rounded(at), rounded(at + size)};
}

// A start and a part of an axis behind it: float32 where part_of_axis is.
double end_of(int64_t start, float part, int64_t extent) {
  const double size = part_of_axis(part, extent);
  if (extent > kExactInFloat) return static_cast<double>(start) + size;
  return static_cast<float>(start) + static_cast<float>(size);
}

// Named ends: relative ones are products of part_of_axis (a rule that decides which way halves
// fall), except that rel_start and rel_shape are added in double.
Ends from_arguments(const SliceArgs& a, int64_t j, int64_t extent) {
  double at = a.has(kRelStart) ? part_of_axis(a.part(kRelStart, j), extent) : 0;
  int64_t start = a.has(kStart) ? a.whole(kStart, j) : a.has(kRelStart) ? rounded(at) : 0;
  if (a.has(kEnd)) return {start, a.whole(kEnd, j)};
  if (a.has(kRelEnd)) return {start, rounded(part_of_axis(a.part(kRelEnd, j), extent))};
  if (a.has(kShape)) {
    int64_t size = a.whole(kShape, j);
    if (size < 0) fail_value("the shape must not be negative, got " + std::to_string(size));
    return {start, start + size};
  }
  if (a.has(kRelShape)) {
    double size = a.part(kRelShape, j);
    if (!(size >= 0)) fail_value("the shape must not be negative, got " + std::to_string(size));
    if (a.has(kRelStart))
      return {start, rounded((static_cast<double>(a.part(kRelStart, j)) + size) *
                             static_cast<double>(extent))};
    return {start, rounded(end_of(start, a.part(kRelShape, j), extent))};
  }
  return {start, extent};
}

}  // namespace

Window slice_window(const Args& args, const Shape& in, Bounds bounds, int base) {
  SliceArgs a{args, base};
  Window w;
  std::copy_n(in.d.begin(), in.ndim, w.size);
  bool some = a.has(kAxesOf) && a.size(kAxesOf) > 0;
  int64_t count = some ? a.size(kAxesOf) : in.ndim;
  check_count(a, count);
  uint32_t seen = 0;
  for (int64_t j = 0; j < count; j++) {
    int64_t axis = some ? a.axis(j) : j;
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
  return w;
}

}  // namespace hr
