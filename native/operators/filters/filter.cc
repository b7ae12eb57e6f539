// filter: correlation with a window that is an input.
#include "operators/filters/filters.h"
#include "simd/convert.h"

namespace hr {
namespace {

enum { kAnchor, kBorder, kValid, kFirst, kCount };  // border: see Border
constexpr int64_t kMostWeights = INT32_MAX;         // loops over a window count with an int

void infer(InferContext& c) {
  const Shape &in = c.in[0].shape, &window = c.in[1].shape;
  SpatialAxes where = filter_axes(c.args);
  int64_t anchors = c.args.size(kAnchor);
  if (anchors != 1 && anchors != where.count)
    fail_value("anchor has " + std::to_string(anchors) + " numbers, needs one or " +
               std::to_string(where.count) + ", one for each spatial axis");
  if (window.volume() == 0) fail_value("the filter is empty: " + window.str());
  if (window.volume() > kMostWeights) fail_value("the filter is too large: " + window.str());
  if (c.nin > 2 && c.in[2].volume() != 1)
    fail_value("fill_value must be one number, got shape " + c.in[2].shape.str());
  filter_geometry(c.args, in, window);
  c.out[0] = in;
  if (!c.args.i(kValid)) return;
  for (int k = 0; k < where.count; k++) {
    int64_t& n = c.out[0][where.first + k];
    n -= window[k] - 1;
    if (n < 1)
      fail_value("mode=\"valid\" needs an input that is not smaller than the filter: " + in.str() +
                 " and " + window.str());
  }
}

// Borders other than the mirroring and repeating ones, and windows that reach over a whole axis,
// may read anything.
Region region(const InferContext& c, const Region* want) {
  const Shape& shape = c.in[0].shape;
  SpatialAxes where = filter_axes(c.args);
  Correlation g = filter_geometry(c.args, shape, c.in[1].shape);
  int64_t before[5] = {}, after[5] = {};
  for (int k = 0; k < 3; k++) {
    before[kGridZ + k] = g.anchor[k];
    after[kGridZ + k] = g.size[k] - 1 - g.anchor[k];
    int64_t reach = std::max(before[kGridZ + k], after[kGridZ + k]);
    if (!c.args.i(kValid) && g.border != Border::constant)
      before[kGridZ + k] = after[kGridZ + k] = reach;
  }
  if (g.border == Border::wrap && !c.args.i(kValid)) want = nullptr;
  for (int d = 0; d < std::min(shape.ndim, 2); d++)
    if (after[where.place(d, shape.ndim)] >= shape[d]) want = nullptr;
  return reached(shape, where, want, before, after);
}

float number(const View& v) {
  float f = 0;
  converter(v.dtype, DType::f32)(v.data, &f, 1);
  return f;
}

void run(RunContext& c) {
  if (c.out[0].volume() == 0) return;
  const View &in = c.in[0], &window = c.in[1];
  SpatialAxes where = filter_axes(c.args);
  Correlation g = filter_geometry(c.args, in.shape, window.shape);
  int64_t count = window.volume();
  float* weight = reinterpret_cast<float*>(scratch(static_cast<size_t>(count) * sizeof(float)));
  converter(window.dtype, DType::f32)(window.data, weight, count);
  g.weight = weight;
  if (c.nin > 2) g.fill = number(c.in[2]);
  correlate(grid_of(in, where), grid_of(c.out[0], where), g);
}

const KernelEntry entry{{.name = "filter",
                         .params = {"anchor", "border", "valid", "first", "count"},
                         .infer = infer,
                         .run = run,
                         .makes_region = true,
                         .region = region,
                         .cost = 6.0f}};

}  // namespace

SpatialAxes filter_axes(const Args& a) {
  return {static_cast<int>(a.i(kFirst)), static_cast<int>(a.i(kCount))};
}

// Sizes and anchor, in the grid's order. The anchor does not matter where borders are left out.
Correlation filter_geometry(const Args& a, const Shape& image, const Shape& window) {
  SpatialAxes where = filter_axes(a);
  Correlation c;
  c.border = static_cast<Border>(a.i(kBorder));
  for (int k = 0; k < where.count; k++) {
    int at = where.place(where.first + k, image.ndim) - kGridZ;
    int64_t anchor = a.i_cast(kAnchor, k);
    c.size[at] = window[k];
    if (anchor < -1 || anchor >= window[k])
      fail_value("anchor must lie in the filter or be -1, got " + std::to_string(anchor) +
                 " for an axis of size " + std::to_string(window[k]));
    c.anchor[at] = anchor < 0 ? window[k] / 2 : anchor;
    if (a.i(kValid)) c.anchor[at] = 0;
  }
  return c;
}

}  // namespace hr
