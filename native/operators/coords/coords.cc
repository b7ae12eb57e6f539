// coord_flip, coord_transform: points with coordinates along the last axis.
#include "operators/coords/coords.h"

#include <algorithm>
#include <cstring>

#include "operators/color/scale.h"
#include "simd/convert.h"
#include "simd/points.h"

namespace hr {
namespace {

// ---- coord_flip ----

void infer_flip(const CoordFlipArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  int64_t n = dimensions(in);
  if (a.names ? n != a.names : n > 3)
    fail_value("points of " + std::to_string(n) + " coordinates do not go with " +
               (a.names ? "a layout of " + std::to_string(a.names) + " letters"
                        : std::string("x, y, z: at most 3")));
  c.out[0] = in;
}

void run_flip(const CoordFlipArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  int64_t n = dimensions(in.shape);
  PointFlip f = point_flip(a, n);
  if (n)
    scale_rows(in.data, in.dtype, out.data, out.dtype, in.volume() / n, n, f.center, f.scale, 0);
}

const KernelEntry coord_flip{{.name = "coord_flip",
                              .args = schema<CoordFlipArgs>(),
                              .infer = typed<infer_flip>,
                              .run = typed<run_flip>}};

// ---- coord_transform ----

constexpr int kMost = kMostCoordinates;

// Number of rows of a matrix with `columns` columns, given flat or in two dimensions. The caller
// handles a single number.
int64_t rows_of(const List<double>& matrix, int64_t columns) {
  const std::string name = matrix.name();
  Shape s = matrix.shape();
  if (s.ndim == 2 && s[1] != columns)
    fail_value(name + " has shape " + s.str() + ", points of this size need " +
               std::to_string(columns) + " columns");
  int64_t size = matrix.size();
  if (s.ndim > 2 || columns == 0 || size % columns)
    fail_value(name + " has " + std::to_string(size) + " numbers, which make no matrix of " +
               std::to_string(columns) + " columns");
  return size / columns;
}

void infer_transform(const CoordTransformArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  int64_t n = dimensions(in), m = n;
  if (a.MT) m = rows_of(*a.MT, n + 1);
  if (a.M && a.M->size() != 1) m = rows_of(*a.M, n);
  if (a.T && a.T->size() != 1 && a.T->size() != m)
    fail_value("T has " + std::to_string(a.T->size()) + " numbers, needs one or " +
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
void transform(const CoordTransformArgs& args, RunContext& c, MapPoints<Real> map) {
  const View &in = c.in[0], &out = c.out[0];
  int64_t n = dimensions(in.shape), m = dimensions(out.shape), count = m ? out.volume() / m : 0;
  if (out.volume() == 0) return;
  Real matrix[kMost * kMost] = {}, offset[kMost] = {};
  point_map(args, n, m, matrix, offset);
  DType real = dtype_of<Real>();
  int from = static_cast<int>(n), to = static_cast<int>(m);
  if (in.dtype == real && out.dtype == real)
    return map(in.as<Real>(), out.as<Real>(), count, from, to, matrix, offset);
  constexpr int64_t kPoints = 512;  // points per step, through buffers
  Real* a = reinterpret_cast<Real*>(scratch(static_cast<size_t>(kPoints * (n + m)) * sizeof(Real)));
  Real* b = a + kPoints * n;
  for (int64_t p = 0; p < count; p += kPoints) {
    int64_t some = std::min(kPoints, count - p);
    converter(in.dtype, real)(in.data + p * n * itemsize(in.dtype), a, some * n);
    map(a, b, some, from, to, matrix, offset);
    converter(real, out.dtype)(b, out.data + p * m * itemsize(out.dtype), some * m);
  }
}

void run_transform(const CoordTransformArgs& a, RunContext& c) {
  if (wide_points(c.in[0].dtype, c.out[0].dtype))
    transform<double>(a, c, point_maps().f64);
  else
    transform<float>(a, c, point_maps().f32);
}

const KernelEntry coord_transform{{.name = "coord_transform",
                                   .args = schema<CoordTransformArgs>(),
                                   .infer = typed<infer_transform>,
                                   .run = typed<run_transform>}};

}  // namespace

PointFlip point_flip(const CoordFlipArgs& a, int64_t n) {
  const bool flip[] = {a.flip_x, a.flip_y, a.flip_z};
  const double center[] = {a.center_x, a.center_y, a.center_z};
  PointFlip f;
  for (int k = 0; k < 3; k++) {
    int column = a.columns[k];
    if (column < 0 || column >= n || !flip[k]) continue;
    f.center[column] = 2 * center[k];
    f.scale[column] = -1;
  }
  return f;
}

bool wide_points(DType from, DType to) { return is_wide(from) || is_wide(to); }

template <class Real>
void point_map(const CoordTransformArgs& a, int64_t n, int64_t m, Real* matrix, Real* offset) {
  for (int64_t r = 0; r < m; r++) {
    if (a.MT) {
      for (int64_t k = 0; k < n; k++)
        matrix[r * n + k] = static_cast<Real>((*a.MT)[r * (n + 1) + k]);
      offset[r] = static_cast<Real>((*a.MT)[r * (n + 1) + n]);
      continue;
    }
    if (!a.M || a.M->size() == 1)
      matrix[r * n + r] = static_cast<Real>(a.M ? (*a.M)[0] : 1);
    else
      for (int64_t k = 0; k < n; k++) matrix[r * n + k] = static_cast<Real>((*a.M)[r * n + k]);
    if (a.T) offset[r] = static_cast<Real>(a.T->broadcast(r));
  }
}
template void point_map<float>(const CoordTransformArgs&, int64_t, int64_t, float*, float*);
template void point_map<double>(const CoordTransformArgs&, int64_t, int64_t, double*, double*);

}  // namespace hr
