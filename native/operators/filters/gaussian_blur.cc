// gaussian_blur: convolution with a Gaussian window along every spatial axis.
#include "operators/filters/gaussian_blur.h"

#include <cmath>

namespace hr {
namespace {

constexpr int64_t kLargestRadius = 1 << 20;

struct Gaussian {
  double sigma;
  int radius;
  bool operator==(const Gaussian&) const = default;
};

// Sigma 0 is computed from the window size, and vice versa.
Gaussian gaussian(const GaussianBlurArgs& a, int axis) {
  double sigma = a.sigma.broadcast(axis);
  int64_t size = a.window_size.broadcast(axis);
  auto of_axis = [&](const std::string& what) {
    return what + " of spatial axis " + std::to_string(axis);
  };
  if (!(sigma >= 0) || std::isinf(sigma))
    fail_value(of_axis("sigma") + " must be a positive number, got " + std::to_string(sigma));
  if (size < 0 || (size > 0 && size % 2 == 0))
    fail_value(of_axis("window_size") + " must be odd and positive, got " + std::to_string(size));
  if (sigma == 0 && size == 0) fail_value(of_axis("sigma and window_size") + " must not both be 0");
  double radius = size ? static_cast<double>((size - 1) / 2) : std::ceil(sigma * 3);
  if (radius > kLargestRadius)
    fail_value(of_axis("the window") + " would be larger than " +
               std::to_string(2 * kLargestRadius + 1));
  if (sigma == 0) sigma = (radius - 1) * 0.3 + 0.8;
  return {sigma, static_cast<int>(radius)};
}

// Fills `half` and folds it to the extent of its axis. Caches the last window, because axes and
// samples often share it.
HalfWindow window(const Gaussian& g, int64_t extent, float* half) {
  thread_local Gaussian made{-1, -1};
  thread_local std::vector<float> weights;
  if (g != made) {
    double scale = g.sigma > 0 ? 0.5 / (g.sigma * g.sigma) : 0, sum = 0;
    for (int k = g.radius; k > 0; k--) sum += 2 * std::exp(-scale * k * k);
    weights.resize(static_cast<size_t>(g.radius) + 1);
    for (int k = 0; k <= g.radius; k++)
      weights[static_cast<size_t>(k)] = static_cast<float>(std::exp(-scale * k * k) / (sum + 1));
    made = g;
  }
  std::copy(weights.begin(), weights.end(), half);
  return {half, fold_window(half, g.radius, extent)};
}

}  // namespace

SeparableFilter gaussian_filter(const GaussianBlurArgs& a, const Shape& shape,
                                std::vector<float>& memory) {
  const SpatialAxes where = a.axes;
  static constexpr float kOne = 1;
  SeparableFilter f{where, {{{{&kOne, 0}, {&kOne, 0}, {&kOne, 0}}}}, 1};
  Gaussian g[3];
  size_t weights = 0;
  for (int k = 0; k < where.count; k++) {
    g[k] = gaussian(a, k);
    weights += static_cast<size_t>(g[k].radius) + 1;
  }
  if (memory.size() < weights) memory.resize(weights);
  float* at = memory.data();
  for (int k = 0; k < where.count; k++) {
    int axis = where.first + k;
    f.terms[0].axis[where.place(axis, shape.ndim) - kGridZ] = window(g[k], shape[axis], at);
    at += g[k].radius + 1;
  }
  return f;
}

}  // namespace hr

namespace hr::gaussian_blur_kernel {
namespace {

void infer(const GaussianBlurArgs& a, InferContext& c) {
  check_per_axis(a.sigma, a.axes.count);
  check_per_axis(a.window_size, a.axes.count);
  for (int axis = 0; axis < a.axes.count; axis++) gaussian(a, axis);
  c.out[0] = c.in[0].shape;
}

Region region(const GaussianBlurArgs& a, const InferContext& c, const Region* want) {
  const Shape& shape = c.in[0].shape;
  int64_t reach[5] = {};
  for (int k = 0; k < a.axes.count; k++)
    reach[a.axes.place(a.axes.first + k, shape.ndim)] = gaussian(a, k).radius;
  return reached(shape, a.axes, want, reach, reach);
}

void run(const GaussianBlurArgs& a, RunContext& c) {
  if (c.out[0].volume() == 0) return;
  thread_local std::vector<float> memory;
  SeparableFilter f = gaussian_filter(a, c.in[0].shape, memory);
  convolve(grid_of(c.in[0], f.axes), grid_of(c.out[0], f.axes), f.terms, f.count);
}

const KernelEntry entry{{.name = "gaussian_blur",
                         .args = schema<GaussianBlurArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .makes_region = true,
                         .region = typed<region>,
                         .cost = 4.0f}};

}  // namespace
}  // namespace hr::gaussian_blur_kernel
