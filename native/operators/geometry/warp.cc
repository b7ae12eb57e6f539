// warp_affine, warp_perspective: sample pixels at positions mapped by a matrix.
#include "operators/geometry/warp.h"

#include <cmath>

namespace hr::warp_kernel {
namespace {

// Output shape: `size`, or the input's.
void infer_shape(const WarpArgs& a, InferContext& c, bool round) {
  PixelAxes in = a.sampled.axes(c.in[0].shape);
  check_sides(in, "the input");
  c.out[0] = c.in[0].shape;
  if (!a.size.empty()) set_sides(a.size, round, in, c.out[0]);
  check_sides(a.sampled.axes(c.out[0]), "the output");
  if (c.in[0].volume() == 0 && c.out[0].volume() > 0 && a.border != SamplerBorder::constant)
    fail_value("an input of shape " + c.in[0].shape.str() + " has no pixels to fetch");
  int64_t fills = a.fill().size();
  if (fills > 1 && fills != in.c)
    fail_value("fill_value has " + std::to_string(fills) +
               " numbers, needs one or one for each of " + std::to_string(in.c) + " channels");
}

// The inverse of a matrix of up to three rows.
void invert(int n, const double (&m)[3][3], double (&inverse)[3][3]) {
  double det = 0;
  if (n == 2) {
    det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    double adjoint[2][2] = {{m[1][1], -m[0][1]}, {-m[1][0], m[0][0]}};
    for (int r = 0; r < 2; r++)
      for (int c = 0; c < 2; c++) inverse[r][c] = adjoint[r][c] / det;
  } else {
    auto cofactor = [&](int r, int c) {
      int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
      return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
    };
    for (int c = 0; c < 3; c++) det += m[0][c] * cofactor(0, c);
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) inverse[r][c] = cofactor(c, r) / det;
  }
  bool usable = det != 0;
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) usable = usable && std::isfinite(inverse[r][c]);
  if (!usable)
    fail_value("the matrix is singular: it has no inverse, which inverse_map=False needs");
}

SampleSource source(const WarpArgs& a, const RunContext& c) {
  PixelAxes in = a.sampled.axes(c.in[0].shape);
  return source_of(c.in[0], in, a.sampled.interp, a.border,
                   fill_pixel(a.fill(), in, c.in[0].dtype, c.out[0].dtype));
}

void check_matrix(const WarpArgs& a, int64_t rows, int64_t columns) {
  if (a.matrix.size() != rows * columns)
    fail_value("matrix has " + std::to_string(a.matrix.size()) + " numbers, needs " +
               std::to_string(rows) + " rows of " + std::to_string(columns));
}

// ---- affine -----------------------------------------------------------------------------------

void infer_affine(const WarpArgs& a, InferContext& c) {
  infer_shape(a, c, false);
  AffineMap& map = *static_cast<AffineMap*>(c.state);
  int n = map.n = a.sampled.spatial;
  check_matrix(a, n, n + 1);
  double m[3][3] = {}, offset[3] = {};
  for (int r = 0; r < n; r++) {
    for (int k = 0; k < n; k++) m[r][k] = map.a[r][k] = finite(a.matrix, r * (n + 1) + k);
    offset[r] = map.a[r][n] = finite(a.matrix, r * (n + 1) + n);
  }
  if (a.inverse_map) return;
  double inverse[3][3] = {};
  invert(n, m, inverse);
  for (int r = 0; r < n; r++) {
    double moved = 0;
    for (int k = 0; k < n; k++) {
      map.a[r][k] = inverse[r][k];
      moved += inverse[r][k] * offset[k];
    }
    map.a[r][n] = -moved;
  }
}

void run_affine(const WarpArgs& a, RunContext& c) {
  if (c.out[0].volume() == 0) return;  // empty outputs may have any number of channels
  const AffineMap& map = c.st<AffineMap>();
  warp_rows(c.in[0], a.sampled.axes(c.in[0].shape), source(a, c), c.out[0],
            a.sampled.axes(c.out[0].shape), [&](auto... place) { map.places(place...); });
}

// ---- perspective ------------------------------------------------------------------------------

void infer_perspective(const WarpArgs& a, InferContext& c) {
  infer_shape(a, c, true);
  check_matrix(a, 3, 3);
  double m[3][3], inverse[3][3];
  for (int k = 0; k < 9; k++) m[k / 3][k % 3] = finite(a.matrix, k);
  if (!a.inverse_map) {
    invert(3, m, inverse);
    for (int k = 0; k < 9; k++) m[k / 3][k % 3] = inverse[k / 3][k % 3];
  }
  if (!a.center.value_or(false)) {  // shift by half a pixel before and after
    for (auto& row : m) row[2] += 0.5 * (row[0] + row[1]);
    for (int k = 0; k < 3; k++) {
      m[0][k] -= 0.5 * m[2][k];
      m[1][k] -= 0.5 * m[2][k];
    }
  }
  for (int k = 0; k < 9; k++) static_cast<Homography*>(c.state)->m[k] = m[k / 3][k % 3];
}

// Rounds positions to the nearest pixel centre; ties to even.
void to_centers(int64_t n, float* p) {
  constexpr float kRound = 0x1.8p23f;  // adding it rounds to an integer
  for (int64_t i = 0; i < n; i++) {
    float v = p[i] - 0.5f, rounded = (v + kRound) - kRound;
    p[i] = (std::fabs(v) < 0x1p22f ? rounded : v) + 0.5f;
  }
}

void run_perspective(const WarpArgs& a, RunContext& c) {
  if (c.out[0].volume() == 0) return;
  const Homography& h = c.st<Homography>();
  SampleSource s = source(a, c);
  warp_rows(c.in[0], a.sampled.axes(c.in[0].shape), s, c.out[0], a.sampled.axes(c.out[0].shape),
            [&](int64_t, int64_t y, int64_t x, int64_t n, float* px, float* py, float*) {
              sampler().perspective(h.m, x, y, n, px, py);
              if (s.interp != SamplerFilter::nn) return;
              to_centers(n, px);
              to_centers(n, py);
            });
}

// The kernels named _axes take other axes than height, width (and channels).
Kernel affine(const char* name, bool makes_region) {
  return {.name = name,
          .args = schema<WarpArgs>(),
          .infer = typed<infer_affine>,
          .run = typed<run_affine>,
          .state_size = sizeof(AffineMap),
          .makes_region = makes_region,
          .cost = 4.0f};
}

Kernel perspective(const char* name, bool makes_region) {
  return {.name = name,
          .args = schema<WarpArgs>(),
          .infer = typed<infer_perspective>,
          .run = typed<run_perspective>,
          .state_size = sizeof(Homography),
          .makes_region = makes_region,
          .cost = 4.0f};
}

const KernelEntry entries[] = {KernelEntry{affine("warp_affine", true)},
                               KernelEntry{affine("warp_affine_axes", false)},
                               KernelEntry{perspective("warp_perspective", true)},
                               KernelEntry{perspective("warp_perspective_axes", false)}};

}  // namespace
}  // namespace hr::warp_kernel
