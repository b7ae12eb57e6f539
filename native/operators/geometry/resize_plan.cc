// Plans of resizing kernels: output shapes, needed input regions, execution.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "operators/geometry/resize.h"

namespace hr {
namespace {

constexpr int64_t kMostElements = int64_t{1} << 32;

// One per thread, because it caches weights.
Scratch& resampler() {
  thread_local Scratch s;
  return s;
}

bool is_image(const ResizePlan& p) {
  return p.count == 2 && p.axes[0].dim == 0 && p.axes[1].dim == 1;
}

// Largest reduction of the input before resizing; every axis must still shrink by half or more.
int reduction(const ResizePlan& plan, int most) {
  auto bears = [](const Axis& a, int reduce) {
    double shrinks = std::fabs(a.hi - a.lo) / static_cast<double>(a.out_size);
    return a.filter != Filter::nn && a.antialias && shrinks >= 2 * reduce;
  };
  int reduce = most;
  while (reduce > 1 && !(bears(plan.axes[0].axis, reduce) && bears(plan.axes[1].axis, reduce)))
    reduce /= 2;
  return std::max(reduce, 1);
}

// The plan for an input reduced to 1/reduce of its size.
ResizePlan reduced(ResizePlan plan, int reduce) {
  for (int k = 0; k < plan.count && reduce > 1; k++) {
    Axis& a = plan.axes[k].axis;
    a.in_size = (a.in_size + reduce - 1) / reduce;
    a.lo /= reduce;
    a.hi /= reduce;
  }
  return plan;
}

void check_volume(const Shape& shape) {
  double elements = 1;
  for (int d = 0; d < shape.ndim; d++) elements *= static_cast<double>(shape[d]);
  if (elements > static_cast<double>(kMostElements))
    fail_value("the result would have the shape " + shape.str() + ": more than 2^32 elements");
}

TensorAxis* axis_of(ResizePlan& plan, int dim) {
  TensorAxis* end = plan.axes + plan.count;
  TensorAxis* at = std::find_if(plan.axes, end, [&](auto& a) { return a.dim == dim; });
  return at == end ? nullptr : at;
}

// The part of an input for a part of the output, along axes that are not resized.
View part_of_input(View in, Range dims0, Range dims1) {
  int64_t row = in.shape.volume(2) * itemsize(in.dtype);
  if (dims0 != Range{0, in.shape[0]}) in.data += dims0.lo * in.shape[1] * row;
  in.shape[0] = dims0.size();
  if (dims1 == Range{0, in.shape[1]}) return in;
  uint8_t* rows = scratch(static_cast<size_t>(dims0.size() * dims1.size() * row));
  for (int64_t i = 0; i < dims0.size(); i++)
    std::memcpy(rows + i * dims1.size() * row, in.data + (i * in.shape[1] + dims1.lo) * row,
                static_cast<size_t>(dims1.size() * row));
  in.shape[1] = dims1.size();
  in.data = rows;
  return in;
}

void run_plan(const View& in, const Shape& whole, const ResizePlan& plan, const View& out) {
  resample_tensor(in, whole, {plan.axes, static_cast<size_t>(plan.count)}, out.data, out.dtype,
                  resampler());
}

void run_part(const View& in, ResizePlan plan, const View& out) {
  const Range wanted[2] = {{out.region.y0, out.region.y1}, {out.region.x0, out.region.x1}};
  Range read[2] = {{0, in.shape[0]}, {0, in.shape[1]}};
  for (int dim = 0; dim < 2; dim++) {
    if (TensorAxis* a = axis_of(plan, dim))
      a->axis = part_of(a->axis, wanted[dim]);
    else
      read[dim] = wanted[dim];
  }
  run_plan(in.windowed ? in : part_of_input(in, read[0], read[1]), in.shape, plan, out);
}

}  // namespace

Axis resize_axis(int64_t in, const AxisGeometry& g, const ResampleArgs& args) {
  bool shrinks = static_cast<double>(g.out) < std::fabs(g.hi - g.lo);
  Axis a = whole_axis(in, g.out, shrinks ? args.min_filter : args.mag_filter, args.antialias);
  a.lo = g.lo;
  a.hi = g.hi;
  a.cut = args.cut.value_or(false);
  return a;
}

void finish_plan(ResizePlan& plan, InferContext& c) {
  Shape& out = c.out[0];
  out = c.in[0].shape;
  if (!plan.count) plan.add(0, whole_axis(out[0], out[0], Filter::nn));  // a copy
  for (int k = 0; k < plan.count; k++) {
    const TensorAxis& a = plan.axes[k];
    out[a.dim] = a.axis.in_size ? a.axis.count() : 0;
  }
  check_volume(out);
  if (out.volume() == 0) return;
  std::sort(plan.axes, plan.axes + plan.count, [](auto& a, auto& b) { return a.dim < b.dim; });
  plan.count = needed_axes(plan.axes, plan.count);
}

Region resize_region(const InferContext& c, const Region* want) {
  const ResizePlan& whole = *static_cast<const ResizePlan*>(c.state);
  const Shape& in = c.in[0].shape;
  if (!is_image(whole) || c.out[0].volume() == 0) return {0, 0, in[0], in[1]};
  int reduce = reduction(whole, c.reduce);
  ResizePlan plan = reduced(whole, reduce);
  Axis y = plan.axes[0].axis, x = plan.axes[1].axis;
  if (want) {
    y = part_of(y, {want->y0, want->y1});
    x = part_of(x, {want->x0, want->x1});
  }
  SourceWindow w = source_window(y, x);
  return {w.rows.lo, w.cols.lo, w.rows.hi, w.cols.hi, reduce};
}

void resize_run(RunContext& c) {
  View in = c.in[0];
  const View& out = c.out[0];
  if (out.narrowed().volume() == 0) return;
  ResizePlan plan = c.st<ResizePlan>();
  if (in.windowed && in.region.reduce > 1) {
    plan = reduced(plan, in.region.reduce);
    for (int d = 0; d < 2; d++) in.shape[d] = plan.axes[d].axis.in_size;
  }
  if (out.windowed) return run_part(in, plan, out);
  run_plan(in, in.shape, plan, out);
}

}  // namespace hr
