// coord_flip, coord_transform: points whose coordinates lie along the last axis.
#include "operators/coords/coords.h"

#include <algorithm>
#include <cstring>

#include "operators/color/scale.h"
#include "simd/convert.h"
#include "simd/points.h"

namespace hr {
namespace {

// ---- coord_flip ----

// columns: the places of x, y, z in a point, -1 where absent.
enum { kFlipX, kFlipY, kFlipZ, kCenterX, kCenterY, kCenterZ, kColumns, kNames };

void infer_flip(InferContext& c) {
  const Shape& in = c.in[0].shape;
  int64_t n = dimensions(in), named = c.args.i(kNames);
  if (named ? n != named : n > 3)
    fail_value("points of " + std::to_string(n) + " coordinates do not go with " +
               (named ? "a layout of " + std::to_string(named) + " letters"
                      : std::string("x, y, z: at most 3")));
  c.out[0] = in;
}

void run_flip(RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  int64_t n = dimensions(in.shape);
  PointFlip f = point_flip(c.args, n);
  if (n)
    scale_rows(in.data, in.dtype, out.data, out.dtype, in.volume() / n, n, f.center, f.scale, 0);
}

const KernelEntry coord_flip{{.name = "coord_flip",
                              .params = {"flip_x", "flip_y", "flip_z", "center_x", "center_y",
                                         "center_z", "columns", "names"},
                              .infer = infer_flip,
                              .run = run_flip}};

// ---- coord_transform ----

enum { kM, kT, kMT };
constexpr int kMost = kMostCoordinates;

// Rows of a matrix with `columns` columns, given flat or in two dimensions. A single number is left
// to the caller.
int64_t rows_of(const Args& args, int k, int64_t columns) {
  const char* name = k == kM ? "M" : "MT";
  Shape s = args.shape(k);
  if (s.ndim == 2 && s[1] != columns)
    fail_value(std::string(name) + " has shape " + s.str() + ", points of this size need " +
               std::to_string(columns) + " columns");
  int64_t size = args.size(k);
  if (s.ndim > 2 || columns == 0 || size % columns)
    fail_value(std::string(name) + " has " + std::to_string(size) +
               " numbers, which make no matrix of " + std::to_string(columns) + " columns");
  return size / columns;
}

void infer_transform(InferContext& c) {
  const Shape& in = c.in[0].shape;
  int64_t n = dimensions(in), m = n;
  if (c.args.has(kMT)) m = rows_of(c.args, kMT, n + 1);
  if (c.args.has(kM) && c.args.size(kM) != 1) m = rows_of(c.args, kM, n);
  if (c.args.has(kT) && c.args.size(kT) != 1 && c.args.size(kT) != m)
    fail_value("T has " + std::to_string(c.args.size(kT)) + " numbers, needs one or " +
               std::to_string(m));
  if (n > kMost || m > kMost)
    fail_value("points have at most " + std::to_string(kMost) + " coordinates");
  c.out[0] = in;
  c.out[0][in.ndim - 1] = m;
}

bool is_wide(DType t) {
  return t == DType::f64 || t == DType::i64 || t == DType::u64 || t == DType::i32 ||
         t == DType::u32;
}

template <class Real>
void transform(RunContext& c, MapPoints<Real> map) {
  const View &in = c.in[0], &out = c.out[0];
  int64_t n = dimensions(in.shape), m = dimensions(out.shape), count = m ? out.volume() / m : 0;
  if (out.volume() == 0) return;
  Real matrix[kMost * kMost] = {}, offset[kMost] = {};
  point_map(c.args, n, m, matrix, offset);
  DType real = dtype_of<Real>();
  int from = static_cast<int>(n), to = static_cast<int>(m);
  if (in.dtype == real && out.dtype == real)
    return map(in.as<Real>(), out.as<Real>(), count, from, to, matrix, offset);
  constexpr int64_t kPoints = 512;  // at a time, through buffers
  Real* a = reinterpret_cast<Real*>(scratch(static_cast<size_t>(kPoints * (n + m)) * sizeof(Real)));
  Real* b = a + kPoints * n;
  for (int64_t p = 0; p < count; p += kPoints) {
    int64_t some = std::min(kPoints, count - p);
    converter(in.dtype, real)(in.data + p * n * itemsize(in.dtype), a, some * n);
    map(a, b, some, from, to, matrix, offset);
    converter(real, out.dtype)(b, out.data + p * m * itemsize(out.dtype), some * m);
  }
}

void run_transform(RunContext& c) {
  if (wide_points(c.in[0].dtype, c.out[0].dtype))
    transform<double>(c, point_maps().f64);
  else
    transform<float>(c, point_maps().f32);
}

const KernelEntry coord_transform{{.name = "coord_transform",
                                   .params = {"M", "T", "MT"},
                                   .infer = infer_transform,
                                   .run = run_transform}};

}  // namespace

PointFlip point_flip(const Args& args, int64_t n) {
  PointFlip f;
  for (int k = 0; k < 3; k++) {
    int64_t column = args.i(kColumns, k);
    if (column < 0 || column >= n || !args.i(kFlipX + k)) continue;
    f.center[column] = 2 * args.f(kCenterX + k);
    f.scale[column] = -1;
  }
  return f;
}

bool wide_points(DType from, DType to) { return is_wide(from) || is_wide(to); }

template <class Real>
void point_map(const Args& args, int64_t n, int64_t m, Real* matrix, Real* offset) {
  for (int64_t r = 0; r < m; r++) {
    if (args.has(kMT)) {
      for (int64_t k = 0; k < n; k++)
        matrix[r * n + k] = static_cast<Real>(args.f(kMT, r * (n + 1) + k));
      offset[r] = static_cast<Real>(args.f(kMT, r * (n + 1) + n));
      continue;
    }
    if (!args.has(kM) || args.size(kM) == 1)
      matrix[r * n + r] = static_cast<Real>(args.f_or(kM, 1));
    else
      for (int64_t k = 0; k < n; k++) matrix[r * n + k] = static_cast<Real>(args.f(kM, r * n + k));
    if (args.has(kT)) offset[r] = static_cast<Real>(args.f_cast(kT, r));
  }
}
template void point_map<float>(const Args&, int64_t, int64_t, float*, float*);
template void point_map<double>(const Args&, int64_t, int64_t, double*, double*);

}  // namespace hr
