// Windows given by their ends on some axes.
#include "operators/geometry/slice_window.h"

namespace hr {
namespace {

struct Ends {
  int64_t lo, hi;
};

int64_t rounded(double v) { return to_place(std::round(v), "a window end"); }

// An end as an integer.
int64_t whole(const List<int64_t>& list, int64_t j) {
  int64_t v = list.broadcast(j);
  rounded(static_cast<double>(v));  // fails if too large
  return v;
}

template <class T>
void check_count(const std::optional<List<T>>& list, int64_t axes) {
  if (list && axes > 0 && list->size() != 1 && list->size() != axes)
    fail_value("argument '" + std::string(list->name()) + "' has " + std::to_string(list->size()) +
               " elements for " + std::to_string(axes) + " axes");
}

// Ends from the positional inputs: sums in double.
Ends from_inputs(const SliceWindowArgs& a, int64_t j, double extent) {
  double at = a.anchor->broadcast(j) * (a.anchor_relative.value_or(false) ? extent : 1.0);
  double given = a.shape_input->broadcast(j);
  double size = given * (a.size_relative.value_or(false) ? extent : 1.0);
  if (!(size >= 0)) fail_value("the shape must not be negative, got " + std::to_string(given));
  return {rounded(at), rounded(at + size)};
}

// Start plus a fraction of an axis: in float32 whenever part_of_axis is.
double end_of(int64_t start, float part, int64_t extent) {
  const double size = part_of_axis(part, extent);
  if (extent > kExactInFloat) return static_cast<double>(start) + size;
  return static_cast<float>(start) + static_cast<float>(size);
}

// Ends from named arguments: relative ones are computed with part_of_axis (which determines how
// halves round), except that rel_start and rel_shape are added in double.
Ends from_arguments(const SliceWindowArgs& a, int64_t j, int64_t extent) {
  float rel_start = a.rel_start ? a.rel_start->broadcast(j) : 0;
  double at = a.rel_start ? part_of_axis(rel_start, extent) : 0;
  int64_t start = a.start ? whole(*a.start, j) : a.rel_start ? rounded(at) : 0;
  if (a.end) return {start, whole(*a.end, j)};
  if (a.rel_end) return {start, rounded(part_of_axis(a.rel_end->broadcast(j), extent))};
  if (a.shape) {
    int64_t size = whole(*a.shape, j);
    if (size < 0) fail_value("the shape must not be negative, got " + std::to_string(size));
    return {start, start + size};
  }
  if (a.rel_shape) {
    float size = a.rel_shape->broadcast(j);
    if (!(size >= 0)) fail_value("the shape must not be negative, got " + std::to_string(size));
    if (a.rel_start)
      return {start, rounded((static_cast<double>(rel_start) + static_cast<double>(size)) *
                             static_cast<double>(extent))};
    return {start, rounded(end_of(start, size, extent))};
  }
  return {start, extent};
}

}  // namespace

Window slice_window(const SliceWindowArgs& a, const Shape& in, Bounds bounds) {
  Window w;
  std::copy_n(in.d.begin(), in.ndim, w.size);
  bool some = a.axes && !a.axes->empty();
  int64_t count = some ? a.axes->size() : in.ndim;
  check_count(a.start, count);
  check_count(a.rel_start, count);
  check_count(a.end, count);
  check_count(a.rel_end, count);
  check_count(a.shape, count);
  check_count(a.rel_shape, count);
  check_count(a.anchor, count);
  check_count(a.shape_input, count);
  uint32_t seen = 0;
  for (int64_t j = 0; j < count; j++) {
    int64_t axis = some ? (*a.axes)[j] : j;
    if (axis < -in.ndim || axis >= in.ndim)
      fail_value("axes[" + std::to_string(j) + "] is " + std::to_string(axis) + ", the input " +
                 in.str() + " has " + std::to_string(in.ndim) + " axes");
    int d = static_cast<int>(axis < 0 ? axis + in.ndim : axis);
    if (seen >> d & 1) fail_value("axes names axis " + std::to_string(d) + " twice");
    seen |= 1u << d;
    Ends e = a.anchor && a.shape_input ? from_inputs(a, j, static_cast<double>(in[d]))
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
