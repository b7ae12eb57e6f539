// resize: resize, tensor_resize and resize_crop_mirror. Computes sizes of some axes from the
// arguments, then crops the result to a window, then mirrors.
#include <algorithm>
#include <string>

#include "base/to_size.h"
#include "operators/geometry/resize.h"

namespace hr::resize_kernel {
namespace {

// Number k of a list with one number per axis, or one for all.
double listed(const List<double>& list, int k, int n) {
  if (list.size() != 1 && list.size() != n)
    fail_value(std::string(list.name()) + " takes 1 number or " + std::to_string(n) + ", got " +
               std::to_string(list.size()));
  return list.broadcast(k);
}

double size_of(const ResizeArgs& a, int k, int n, int64_t in) {
  if (a.size) return listed(*a.size, k, n);
  if (a.scales) return part_of_axis(listed(*a.scales, k, n), in);
  if (a.resize_shorter) return *a.resize_shorter;
  if (a.resize_longer) return *a.resize_longer;
  const int from_last = n - 1 - k;
  return (from_last == 0   ? a.resize_x
          : from_last == 1 ? a.resize_y
          : from_last == 2 ? a.resize_z
                           : std::nullopt)
      .value_or(0);
}

AxisRequest request(const ResizeArgs& a, int k, int n, int64_t in) {
  AxisRequest r;
  r.in = in;
  r.hi = static_cast<double>(in);
  r.size = size_of(a, k, n, in);
  if (a.max_size) r.limit = listed(*a.max_size, k, n);
  if (a.alignment) r.alignment = listed(*a.alignment, k, n);
  if (!a.roi_start || !a.roi_end) return r;
  r.lo = listed(*a.roi_start, k, n);
  r.hi = listed(*a.roi_end, k, n);
  if (a.roi_relative) r.lo = part_of_axis(r.lo, in), r.hi = part_of_axis(r.hi, in);
  return r;
}

void plan_sizes(ResizePlan& plan, const ResizeArgs& a, const Shape& in) {
  const List<int>& dims = a.resample.dims;
  int n = static_cast<int>(dims.size());
  AxisRequest requests[kMaxDims];
  AxisGeometry solved[kMaxDims];
  for (int k = 0; k < n; k++) requests[k] = request(a, k, n, in[dims[k]]);
  solve_sizes(a.mode.value_or(SizeMode::each), a.size_rounding, a.subpixel,
              {requests, static_cast<size_t>(n)}, solved);
  for (int k = 0; k < n; k++) plan.add(dims[k], resize_axis(requests[k].in, solved[k], a.resample));
}

// Windows may extend beyond the resized sample: the interval is extrapolated there.
void plan_crop(ResizePlan& plan, const ResizeCropMirrorArgs& a, const Shape& in) {
  Shape resized = in;
  for (int k = 0; k < plan.count; k++) resized[plan.axes[k].dim] = plan.axes[k].axis.out_size;
  Window w = crop_window(a.window, resized, Bounds::edge);
  for (int k = 0; k < plan.count; k++) {
    Axis& axis = plan.axes[k].axis;
    if (!axis.in_size) continue;
    int64_t lo = w.anchor[plan.axes[k].dim], hi = lo + w.size[plan.axes[k].dim];
    axis.span = {std::min<int64_t>(lo, 0), std::max(hi, axis.out_size)};
    axis.window = {lo, hi};
    axis.mirror = a.mirror >> (plan.count - 1 - k) & 1;
  }
}

void infer(const ResizeArgs& a, InferContext& c) {
  ResizePlan& plan = *static_cast<ResizePlan*>(c.state);
  plan_sizes(plan, a, c.in[0].shape);
  finish_plan(plan, c);
  if (c.nout > 1) c.out[1] = Shape{a.resample.dims.size()};
}

void run(const ResizeArgs& a, RunContext& c) {
  resize_run(c);
  for (int64_t k = 0; c.nout > 1 && k < c.out[1].shape[0]; k++)
    c.out[1].as<int32_t>()[k] = static_cast<int32_t>(c.in[0].shape[a.resample.dims[k]]);
}

void infer_crop(const ResizeCropMirrorArgs& a, InferContext& c) {
  ResizePlan& plan = *static_cast<ResizePlan*>(c.state);
  plan_sizes(plan, a.resize, c.in[0].shape);
  plan_crop(plan, a, c.in[0].shape);
  finish_plan(plan, c);
}

const KernelEntry resize{{.name = "resize",
                          .args = schema<ResizeArgs>(),
                          .infer = typed<infer>,
                          .run = typed<run>,
                          .state_size = sizeof(ResizePlan),
                          .makes_region = true,
                          .region = resize_region,
                          .cost = 2.0f}};

const KernelEntry resize_crop_mirror{{.name = "resize_crop_mirror",
                                      .args = schema<ResizeCropMirrorArgs>(),
                                      .infer = typed<infer_crop>,
                                      .run = resize_run,
                                      .state_size = sizeof(ResizePlan),
                                      .makes_region = true,
                                      .region = resize_region,
                                      .cost = 2.0f}};

}  // namespace
}  // namespace hr::resize_kernel
