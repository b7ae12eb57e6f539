// filter: correlation with a window that is an input.
#include "operators/filters/filter.h"

#include "simd/convert.h"

namespace hr {

// Sizes and anchor, in the grid's order. If only valid positions are computed, the anchor is 0.
Correlation filter_geometry(const FilterArgs& a, const Shape& image, const Shape& window) {
  Correlation c;
  c.border = a.border;
  for (int k = 0; k < a.axes.count; k++) {
    int at = a.axes.place(a.axes.first + k, image.ndim) - kGridZ;
    int64_t anchor = a.anchor.broadcast(k);
    c.size[at] = window[k];
    if (anchor < -1 || anchor >= window[k])
      fail_value("anchor must lie in the filter or be -1, got " + std::to_string(anchor) +
                 " for an axis of size " + std::to_string(window[k]));
    c.anchor[at] = anchor < 0 ? window[k] / 2 : anchor;
    if (a.valid) c.anchor[at] = 0;
  }
  return c;
}

}  // namespace hr

namespace hr::filter_kernel {
namespace {

constexpr int64_t kMostWeights = INT32_MAX;  // loops over a window use int

void infer(const FilterArgs& a, InferContext& c) {
  const Shape &in = c.in[0].shape, &window = c.in[1].shape;
  check_per_axis(a.anchor, a.axes.count);
  if (window.volume() == 0) fail_value("the filter is empty: " + window.str());
  if (window.volume() > kMostWeights) fail_value("the filter is too large: " + window.str());
  if (c.nin > 2 && c.in[2].volume() != 1)
    fail_value("fill_value must be one number, got shape " + c.in[2].shape.str());
  filter_geometry(a, in, window);
  c.out[0] = in;
  if (!a.valid) return;
  for (int k = 0; k < a.axes.count; k++) {
    int64_t& n = c.out[0][a.axes.first + k];
    n -= window[k] - 1;
    if (n < 1)
      fail_value("mode=\"valid\" needs an input that is not smaller than the filter: " + in.str() +
                 " and " + window.str());
  }
}

// Any element may be read if borders neither mirror nor clamp, or if a window exceeds an axis.
Region region(const FilterArgs& a, const InferContext& c, const Region* want) {
  const Shape& shape = c.in[0].shape;
  Correlation g = filter_geometry(a, shape, c.in[1].shape);
  int64_t before[5] = {}, after[5] = {};
  for (int k = 0; k < 3; k++) {
    before[kGridZ + k] = g.anchor[k];
    after[kGridZ + k] = g.size[k] - 1 - g.anchor[k];
    int64_t reach = std::max(before[kGridZ + k], after[kGridZ + k]);
    if (!a.valid && g.border != FilterBorder::constant)
      before[kGridZ + k] = after[kGridZ + k] = reach;
  }
  if (g.border == FilterBorder::wrap && !a.valid) want = nullptr;
  for (int d = 0; d < std::min(shape.ndim, 2); d++)
    if (after[a.axes.place(d, shape.ndim)] >= shape[d]) want = nullptr;
  return reached(shape, a.axes, want, before, after);
}

float number(const View& v) {
  float f = 0;
  converter(v.dtype, DType::f32)(v.data, &f, 1);
  return f;
}

void run(const FilterArgs& a, RunContext& c) {
  if (c.out[0].volume() == 0) return;
  const View &in = c.in[0], &window = c.in[1];
  Correlation g = filter_geometry(a, in.shape, window.shape);
  int64_t count = window.volume();
  float* weight = reinterpret_cast<float*>(scratch(static_cast<size_t>(count) * sizeof(float)));
  converter(window.dtype, DType::f32)(window.data, weight, count);
  g.weight = weight;
  if (c.nin > 2) g.fill = number(c.in[2]);
  correlate(grid_of(in, a.axes), grid_of(c.out[0], a.axes), g);
}

const KernelEntry entry{{.name = "filter",
                         .args = schema<FilterArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .makes_region = true,
                         .region = typed<region>,
                         .cost = 6.0f}};

}  // namespace
}  // namespace hr::filter_kernel
