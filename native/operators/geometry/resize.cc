// resize: resize, tensor_resize and resize_crop_mirror. Sizes of some axes from the arguments, then
// a window of the result, then mirrored.
#include <algorithm>
#include <string>

#include "base/to_size.h"
#include "operators/geometry/crop_window.h"
#include "operators/geometry/resize.h"

namespace hr {
namespace {

enum {
  kSize = kFirstOwnParam,  // one number for each of `dims`, or one for all
  kScales,
  kResize,  // resize_z, _y, _x: the last is that of the last of `dims`
  kResizeX = kResize + 2,
  kShorter,
  kLonger,
  kMode,
  kRounding,
  kMaxSize,
  kRoiStart,
  kRoiEnd,
  kRoiRelative,
  kSubpixel,
  kAlignment,
  kMinFilter,  // numbers of the public InterpType
  kMagFilter,
  kAntialias,
  kDims,  // the axes that are resized
  kMirror
};

// A list with one number for each of n axes, or one for all.
double listed(const Args& a, int param, const char* name, int k, int n) {
  int64_t given = a.size(param);
  if (given != 1 && given != n)
    fail_value(std::string(name) + " takes 1 number or " + std::to_string(n) + ", got " +
               std::to_string(given));
  return a.f_cast(param, k);
}

double size_of(const Args& a, int k, int n, int64_t in) {
  if (a.has(kSize)) return listed(a, kSize, "size", k, n);
  if (a.has(kScales)) return part_of_axis(listed(a, kScales, "scales", k, n), in);
  if (a.has(kShorter)) return a.f(kShorter);
  if (a.has(kLonger)) return a.f(kLonger);
  int param = kResizeX - (n - 1 - k);
  return param >= kResize && a.has(param) ? a.f(param) : 0;
}

AxisRequest request(const Args& a, int k, int n, int64_t in) {
  AxisRequest r;
  r.in = in;
  r.hi = static_cast<double>(in);
  r.size = size_of(a, k, n, in);
  if (a.has(kMaxSize)) r.limit = listed(a, kMaxSize, "max_size", k, n);
  if (a.has(kAlignment)) r.alignment = listed(a, kAlignment, "alignment", k, n);
  if (!a.has(kRoiStart)) return r;
  r.lo = listed(a, kRoiStart, "roi_start", k, n);
  r.hi = listed(a, kRoiEnd, "roi_end", k, n);
  if (a.i(kRoiRelative)) r.lo = part_of_axis(r.lo, in), r.hi = part_of_axis(r.hi, in);
  return r;
}

void plan_sizes(ResizePlan& plan, const Args& a, const Shape& in) {
  int n = static_cast<int>(a.size(kDims));
  AxisRequest requests[kMaxDims];
  AxisGeometry solved[kMaxDims];
  for (int k = 0; k < n; k++) requests[k] = request(a, k, n, in[static_cast<int>(a.i(kDims, k))]);
  solve_sizes(static_cast<SizeMode>(a.i(kMode)), static_cast<SizeRounding>(a.i(kRounding)),
              a.i(kSubpixel) != 0, {requests, static_cast<size_t>(n)}, solved);
  Filter shrinking = resize_filter(a.i(kMinFilter)), enlarging = resize_filter(a.i(kMagFilter));
  for (int k = 0; k < n; k++)
    plan.add(static_cast<int>(a.i(kDims, k)),
             resize_axis(requests[k].in, solved[k], shrinking, enlarging, a.i(kAntialias) != 0));
}

// Windows may leave the resized sample: its interval is continued there.
void plan_crop(ResizePlan& plan, const Args& a, const Shape& in) {
  Shape resized = in;
  for (int k = 0; k < plan.count; k++) resized[plan.axes[k].dim] = plan.axes[k].axis.out_size;
  Window w = crop_window(a, resized);
  int64_t mirror = a.i(kMirror);
  for (int k = 0; k < plan.count; k++) {
    Axis& axis = plan.axes[k].axis;
    if (!axis.in_size) continue;
    int64_t lo = w.anchor[plan.axes[k].dim], hi = lo + w.size[plan.axes[k].dim];
    axis.span = {std::min<int64_t>(lo, 0), std::max(hi, axis.out_size)};
    axis.window = {lo, hi};
    axis.mirror = mirror >> (plan.count - 1 - k) & 1;
  }
}

void infer(InferContext& c) {
  ResizePlan& plan = *static_cast<ResizePlan*>(c.state);
  const Shape& in = c.in[0].shape;
  plan_sizes(plan, c.args, in);
  if (c.args.has(kMirror)) plan_crop(plan, c.args, in);
  finish_plan(plan, c);
  if (c.nout > 1) c.out[1] = Shape{c.args.size(kDims)};
}

void run(RunContext& c) {
  resize_run(c);
  for (int64_t k = 0; c.nout > 1 && k < c.out[1].shape[0]; k++)
    c.out[1].as<int32_t>()[k] =
        static_cast<int32_t>(c.in[0].shape[static_cast<int>(c.args.i(kDims, k))]);
}

const KernelEntry resize{
    {.name = "resize",
     .params = {HR_CROP_PARAMS, "size",           "scales",        "resize_z",     "resize_y",
                "resize_x",     "resize_shorter", "resize_longer", "mode",         "size_rounding",
                "max_size",     "roi_start",      "roi_end",       "roi_relative", "subpixel",
                "alignment",    "min_filter",     "mag_filter",    "antialias",    "dims",
                "mirror"},
     .infer = infer,
     .run = run,
     .state_size = sizeof(ResizePlan),
     .makes_region = true,
     .region = resize_region,
     .cost = 2.0f}};

}  // namespace
}  // namespace hr
