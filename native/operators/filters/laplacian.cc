// laplacian: sum of second derivatives along the spatial axes, each smoothed along the others.
#include "operators/filters/laplacian.h"

#include <cmath>

namespace hr {
namespace {

constexpr int kLargest = 31;
constexpr int kHalf = kLargest / 2 + 2;

int size_of(const List<int64_t>& sizes, int axis, int least) {
  int64_t size = sizes.broadcast(axis);
  if (size < least || size > kLargest || size % 2 == 0)
    fail_value(std::string(sizes.name()) + " must be an odd number from " + std::to_string(least) +
               " to " + std::to_string(kLargest) + ", got " + std::to_string(size));
  return static_cast<int>(size);
}

// Window size along `axis` in the derivative along `along`. Smoothing windows are as wide as the
// derivative's, unless smoothing_size is given for their axis.
int window_size(const LaplacianArgs& a, int along, int axis) {
  if (axis == along || !a.smoothing_size) return size_of(a.window_size, along, 3);
  return size_of(*a.smoothing_size, axis, 1);
}

// Half of a row of Pascal's triangle, followed by a zero.
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

// Second difference of a smoothing window that is two elements narrower.
HalfWindow derivative(int size, int64_t extent, float* half) {
  double b[kHalf + 1];
  binomial(size - 2, b);
  int radius = size / 2;
  b[radius + 1] = 0;
  for (int k = 0; k <= radius; k++)
    half[k] = static_cast<float>(b[k == 0 ? 1 : k - 1] - 2 * b[k] + b[k + 1]);
  return {half, fold_window(half, radius, extent)};
}

}  // namespace

SeparableFilter laplacian_filter(const LaplacianArgs& a, const Shape& shape,
                                 std::vector<float>& memory) {
  const SpatialAxes where = a.axes;
  SeparableFilter f{where, {}, where.count};
  static constexpr float kOne = 1;
  if (memory.size() < 9 * kHalf) memory.resize(9 * kHalf);
  for (int along = 0; along < where.count; along++) {
    for (HalfWindow& w : f.terms[along].axis) w = {&kOne, 0};
    // A normalised window responds to a parabola like [1, -2, 1].
    int power = -2;
    for (int k = 0; k < where.count; k++) {
      int axis = where.first + k, size = window_size(a, along, k);
      float* half = memory.data() + (3 * along + k) * kHalf;
      f.terms[along].axis[where.place(axis, shape.ndim) - kGridZ] =
          k == along ? derivative(size, shape[axis], half) : smoothing(size, shape[axis], half);
      power += size - 1;
    }
    double unit = a.normalized_kernel ? std::ldexp(1.0, -power) : 1;
    f.terms[along].scale = static_cast<float>(a.scale.broadcast(along) * unit);
  }
  return f;
}

}  // namespace hr

namespace hr::laplacian_kernel {
namespace {

void infer(const LaplacianArgs& a, InferContext& c) {
  check_per_axis(a.window_size, a.axes.count);
  if (a.smoothing_size) check_per_axis(*a.smoothing_size, a.axes.count);
  check_per_axis(a.scale, a.axes.count);
  for (int axis = 0; axis < a.axes.count; axis++) {
    size_of(a.window_size, axis, 3);
    if (a.smoothing_size) size_of(*a.smoothing_size, axis, 1);
  }
  c.out[0] = c.in[0].shape;
}

Region region(const LaplacianArgs& a, const InferContext& c, const Region* want) {
  const SpatialAxes where = a.axes;
  const Shape& shape = c.in[0].shape;
  int64_t reach[5] = {};
  for (int along = 0; along < where.count; along++)
    for (int k = 0; k < where.count; k++) {
      int64_t& r = reach[where.place(where.first + k, shape.ndim)];
      r = std::max<int64_t>(r, window_size(a, along, k) / 2);
    }
  return reached(shape, where, want, reach, reach);
}

void run(const LaplacianArgs& a, RunContext& c) {
  if (c.out[0].volume() == 0) return;
  thread_local std::vector<float> memory;
  SeparableFilter f = laplacian_filter(a, c.in[0].shape, memory);
  convolve(grid_of(c.in[0], f.axes), grid_of(c.out[0], f.axes), f.terms, f.count);
}

const KernelEntry entry{{.name = "laplacian",
                         .args = schema<LaplacianArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .makes_region = true,
                         .region = typed<region>,
                         .cost = 4.0f}};

}  // namespace
}  // namespace hr::laplacian_kernel
