// laplacian: the sum of second derivatives along the spatial axes, each smoothed along the others.
#include <cmath>

#include "operators/filters/filters.h"
#include "operators/filters/per_axis.h"

namespace hr {
namespace {

enum { kWindow, kSmoothing, kScale, kNormalized, kFirst, kCount };

constexpr int kLargest = 31;
constexpr int kHalf = kLargest / 2 + 2;

int size_of(const Args& a, int k, int axis, const char* name, int least) {
  int64_t size = a.i_cast(k, axis);
  if (size < least || size > kLargest || size % 2 == 0)
    fail_value(std::string(name) + " must be an odd number from " + std::to_string(least) + " to " +
               std::to_string(kLargest) + ", got " + std::to_string(size));
  return static_cast<int>(size);
}

// The size of the window along `axis` in the derivative along `along`. Smoothing is as wide as the
// derivative that it goes with, unless told for the axis that it runs along.
int window_size(const Args& a, int along, int axis) {
  if (axis == along || !a.has(kSmoothing)) return size_of(a, kWindow, along, "window_size", 3);
  return size_of(a, kSmoothing, axis, "smoothing_size", 1);
}

// Half of a row of Pascal's triangle, and a zero behind it.
void binomial(int size, double* half) {
  double c = 1;
  for (int k = 1; k <= size / 2; k++) c = c * (size - k) / k;
  for (int k = 0; k <= size / 2; k++) {
    half[k] = std::round(c);
    c = c * (size / 2 - k) / (size / 2 + k + 1);
  }
  half[size / 2 + 1] = 0;
}

HalfWindow smoothing(int size, int64_t extent, float* half) {
  double b[kHalf];
  binomial(size, b);
  for (int k = 0; k <= size / 2; k++) half[k] = static_cast<float>(b[k]);
  return {half, fold_window(half, size / 2, extent)};
}

// The second difference of a smoothing window that is narrower by two.
HalfWindow derivative(int size, int64_t extent, float* half) {
  double b[kHalf + 1];
  binomial(size - 2, b);
  int radius = size / 2;
  b[radius + 1] = 0;
  for (int k = 0; k <= radius; k++)
    half[k] = static_cast<float>(b[k == 0 ? 1 : k - 1] - 2 * b[k] + b[k + 1]);
  return {half, fold_window(half, radius, extent)};
}

void infer(InferContext& c) {
  int count = static_cast<int>(c.args.i(kCount));
  check_per_axis(c.args, kWindow, "window_size", count);
  check_per_axis(c.args, kSmoothing, "smoothing_size", count);
  check_per_axis(c.args, kScale, "scale", count);
  for (int axis = 0; axis < count; axis++) {
    size_of(c.args, kWindow, axis, "window_size", 3);
    if (c.args.has(kSmoothing)) size_of(c.args, kSmoothing, axis, "smoothing_size", 1);
  }
  c.out[0] = c.in[0].shape;
}

Region region(const InferContext& c, const Region* want) {
  SpatialAxes where = laplacian_axes(c.args);
  const Shape& shape = c.in[0].shape;
  int64_t reach[5] = {};
  for (int along = 0; along < where.count; along++)
    for (int k = 0; k < where.count; k++) {
      int64_t& r = reach[where.place(where.first + k, shape.ndim)];
      r = std::max<int64_t>(r, window_size(c.args, along, k) / 2);
    }
  return reached(shape, where, want, reach, reach);
}

void run(RunContext& c) {
  if (c.out[0].volume() == 0) return;
  SpatialAxes where = laplacian_axes(c.args);
  thread_local std::vector<float> memory;
  SeparableTerm terms[3];
  laplacian_terms(c.args, c.in[0].shape, memory, terms);
  convolve(grid_of(c.in[0], where), grid_of(c.out[0], where), terms, where.count);
}

const KernelEntry entry{
    {.name = "laplacian",
     .params = {"window_size", "smoothing_size", "scale", "normalized_kernel", "first", "count"},
     .infer = infer,
     .run = run,
     .makes_region = true,
     .region = region,
     .cost = 4.0f}};

}  // namespace

SpatialAxes laplacian_axes(const Args& a) {
  return {static_cast<int>(a.i(kFirst)), static_cast<int>(a.i(kCount))};
}

int laplacian_terms(const Args& a, const Shape& shape, std::vector<float>& memory,
                    SeparableTerm* terms) {
  SpatialAxes where = laplacian_axes(a);
  static constexpr float kOne = 1;
  if (memory.size() < 9 * kHalf) memory.resize(9 * kHalf);
  for (int along = 0; along < where.count; along++) {
    for (HalfWindow& w : terms[along].axis) w = {&kOne, 0};
    // A normalized window has the response of [1, -2, 1] to a parabola.
    int power = -2;
    for (int k = 0; k < where.count; k++) {
      int axis = where.first + k, size = window_size(a, along, k);
      float* half = memory.data() + (3 * along + k) * kHalf;
      terms[along].axis[where.place(axis, shape.ndim) - kGridZ] =
          k == along ? derivative(size, shape[axis], half) : smoothing(size, shape[axis], half);
      power += size - 1;
    }
    double unit = a.i(kNormalized) ? std::ldexp(1.0, -power) : 1;
    terms[along].scale = static_cast<float>(a.f_cast(kScale, along) * unit);
  }
  return where.count;
}

}  // namespace hr
