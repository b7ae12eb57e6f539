// transforms.*: affine maps as matrices of n rows and n + 1 columns; the last column is the offset.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/kernel.h"

namespace hr::transforms_kernel {
namespace {

constexpr int kMost = 9;  // maximum dimensions of a map

struct Affine {
  int n = 0;
  double a[kMost][kMost + 1] = {};

  static Affine identity(int n) {
    Affine m;
    m.n = n;
    for (int i = 0; i < n; i++) m.a[i][i] = 1;
    return m;
  }
  // Makes the map keep `center` fixed.
  void about(const std::optional<List<double>>& center) {
    if (!center) return;
    for (int r = 0; r < n; r++) {
      double moved = 0;
      for (int c = 0; c < n; c++) moved += a[r][c] * center->broadcast(c);
      a[r][n] = center->broadcast(r) - moved;
    }
  }
};

// Applies `inner` first, then `outer`.
Affine compose(const Affine& outer, const Affine& inner) {
  Affine m;
  m.n = outer.n;
  for (int r = 0; r < m.n; r++)
    for (int c = 0; c <= m.n; c++) {
      double sum = c == m.n ? outer.a[r][m.n] : 0;
      for (int k = 0; k < m.n; k++) sum += outer.a[r][k] * inner.a[k][c];
      m.a[r][c] = sum;
    }
  return m;
}

Affine load(const View& v) {
  Affine m;
  m.n = static_cast<int>(v.shape[0]);
  dispatch(v.dtype, [&](auto tag) {
    const auto* data = v.as<typename decltype(tag)::type>();
    for (int r = 0; r < m.n; r++)
      for (int c = 0; c <= m.n; c++) m.a[r][c] = static_cast<double>(data[r * (m.n + 1) + c]);
  });
  return m;
}

void store(const Affine& m, const View& out) {
  for (int r = 0; r < m.n; r++)
    for (int c = 0; c <= m.n; c++)
      out.as<float>()[r * (m.n + 1) + c] = static_cast<float>(m.a[r][c]);
}

// Dimensions of the map given as input 0; 0 if there is none.
int input_dims(const InferContext& c, int input = 0) {
  if (input >= c.nin) return 0;
  const Shape& s = c.in[input].shape;
  if (s.ndim != 2 || s[0] < 1 || s[1] != s[0] + 1 || s[0] > kMost)
    fail_value("a transform is a matrix of n rows and n + 1 columns (n up to " +
               std::to_string(kMost) + "), got shape " + s.str());
  return static_cast<int>(s[0]);
}

std::string words(int n) { return std::to_string(n) + "-D"; }

// Sets the output shape from the dimensions of the arguments (1 may stand for any).
int finish(InferContext& c, int64_t dims, bool one_for_all) {
  int n = input_dims(c);
  if (n && dims != n && !(one_for_all && dims == 1))
    fail_value("the input is a " + words(n) + " transform, the arguments make a " +
               words(static_cast<int>(dims)) + " one");
  if (dims < 1 || dims > kMost)
    fail_value("a transform has 1 to " + std::to_string(kMost) + " dimensions, got " +
               std::to_string(dims));
  if (!n) n = static_cast<int>(dims);
  c.out[0] = Shape{n, n + 1};
  return n;
}

void check_size(const std::optional<List<double>>& values, int64_t n) {
  if (!values || values->size() == 1 || values->size() == n) return;
  fail_value("argument '" + std::string(values->name()) + "' has " +
             std::to_string(values->size()) + " numbers, needs " + std::to_string(n) +
             ", one for each dimension, or one for all");
}

// reverse_order: the new map is applied before the input's.
void put(RunContext& c, const Affine& made, bool reverse_order) {
  if (!c.nin) return store(made, c.out[0]);
  Affine given = load(c.in[0]);
  store(reverse_order ? compose(given, made) : compose(made, given), c.out[0]);
}

int dims_of(const RunContext& c) { return static_cast<int>(c.out[0].shape[0]); }

// ---- translation ----

struct TranslationArgs {
  List<double> offset;
  bool reverse_order;
};
HR_ARGS(TranslationArgs, offset, reverse_order);

void infer_translation(const TranslationArgs& a, InferContext& c) {
  finish(c, a.offset.size(), true);
}

void run_translation(const TranslationArgs& a, RunContext& c) {
  Affine m = Affine::identity(dims_of(c));
  for (int r = 0; r < m.n; r++) m.a[r][m.n] = a.offset.broadcast(r);
  put(c, m, a.reverse_order);
}

// ---- scale ----

struct ScaleArgs {
  List<double> scale;
  std::optional<List<double>> center;
  std::optional<int64_t> ndim;
  bool reverse_order;
};
HR_ARGS(ScaleArgs, scale, center, ndim, reverse_order);

void infer_scale(const ScaleArgs& a, InferContext& c) {
  int64_t dims = a.scale.size();
  if (dims == 1) dims = a.ndim.value_or(a.center ? a.center->size() : 1);
  check_size(a.center, finish(c, dims, true));
}

void run_scale(const ScaleArgs& a, RunContext& c) {
  Affine m = Affine::identity(dims_of(c));
  for (int r = 0; r < m.n; r++) m.a[r][r] = a.scale.broadcast(r);
  m.about(a.center);
  put(c, m, a.reverse_order);
}

// ---- rotation ----

struct RotationArgs {
  List<double> angle;                // one number, in degrees
  std::optional<List<double>> axis;  // for 3-D
  std::optional<List<double>> center;
  bool reverse_order;
};
HR_ARGS(RotationArgs, angle, axis, center, reverse_order);

double radians(double degrees) { return degrees * (std::numbers::pi / 180); }

void infer_rotation(const RotationArgs& a, InferContext& c) {
  if (a.angle.size() != 1)
    fail_value("angle has " + std::to_string(a.angle.size()) + " numbers, needs one");
  if (a.axis) {
    if (a.axis->size() != 3)
      fail_value("axis has " + std::to_string(a.axis->size()) + " numbers, needs 3");
    if ((*a.axis)[0] == 0 && (*a.axis)[1] == 0 && (*a.axis)[2] == 0)
      fail_value("axis is the zero vector");
  }
  check_size(a.center, finish(c, a.axis ? 3 : 2, false));
}

void run_rotation(const RotationArgs& a, RunContext& c) {
  Affine m = Affine::identity(dims_of(c));
  double angle = radians(a.angle[0]), cosine = std::cos(angle), sine = std::sin(angle);
  if (m.n == 2) {
    m.a[0][0] = m.a[1][1] = cosine;
    m.a[0][1] = -sine;
    m.a[1][0] = sine;
  } else {
    double u[3] = {(*a.axis)[0], (*a.axis)[1], (*a.axis)[2]};
    double length = std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (double& x : u) x /= length;
    double cross[3][3] = {{0, -u[2], u[1]}, {u[2], 0, -u[0]}, {-u[1], u[0], 0}};
    for (int r = 0; r < 3; r++)
      for (int k = 0; k < 3; k++)
        m.a[r][k] = (r == k ? cosine : 0) + sine * cross[r][k] + (1 - cosine) * u[r] * u[k];
  }
  m.about(a.center);
  put(c, m, a.reverse_order);
}

// ---- shear ----

struct ShearArgs {
  std::optional<List<double>> shear, angles;  // exactly one is given
  std::optional<List<double>> center;
  bool reverse_order;

  List<double> given() const { return shear ? *shear : angles.value_or(List<double>()); }
};
HR_ARGS(ShearArgs, shear, angles, center, reverse_order);

void infer_shear(const ShearArgs& a, InferContext& c) {
  const List<double> given = a.given();
  int64_t size = given.size(), dims = 1;
  while (dims * (dims - 1) < size) dims++;
  Shape s = given.shape();
  if (size < 2 || dims * (dims - 1) != size || (s.ndim == 2 && s[0] != dims))
    fail_value("argument '" + std::string(given.name()) + "' has shape " + s.str() +
               ", needs n * (n - 1) numbers for n dimensions: 2 in 2-D, 6 in 3-D");
  for (int64_t j = 0; !a.shear && j < size; j++)
    if (!(std::abs(given[j]) <= 90))
      fail_value("angles must be in [-90, 90] degrees, got " + std::to_string(given[j]));
  check_size(a.center, finish(c, dims, false));
}

void run_shear(const ShearArgs& a, RunContext& c) {
  const List<double> given = a.given();
  Affine m = Affine::identity(dims_of(c));
  int64_t at = 0;
  for (int r = 0; r < m.n; r++)
    for (int k = 0; k < m.n; k++) {
      if (r == k) continue;
      m.a[r][k] = a.shear ? given[at] : std::tan(radians(given[at]));
      at++;
    }
  m.about(a.center);
  put(c, m, a.reverse_order);
}

// ---- crop ----

struct BoxMapArgs {
  List<double> from_start, from_end, to_start, to_end;
  bool absolute, reverse_order;
};
HR_ARGS(BoxMapArgs, from_start, from_end, to_start, to_end, absolute, reverse_order);

void infer_crop(const BoxMapArgs& a, InferContext& c) {
  int64_t dims = 1;
  for (const List<double>* v : {&a.from_start, &a.from_end, &a.to_start, &a.to_end})
    dims = std::max(dims, v->size());
  for (const List<double>* v : {&a.from_start, &a.from_end, &a.to_start, &a.to_end})
    check_size(*v, dims);
  finish(c, dims, true);
}

void run_crop(const BoxMapArgs& a, RunContext& c) {
  Affine m = Affine::identity(dims_of(c));
  for (int r = 0; r < m.n; r++) {
    double from[2] = {a.from_start.broadcast(r), a.from_end.broadcast(r)};
    double to[2] = {a.to_start.broadcast(r), a.to_end.broadcast(r)};
    if (a.absolute && from[0] > from[1]) std::swap(from[0], from[1]);
    if (a.absolute && to[0] > to[1]) std::swap(to[0], to[1]);
    m.a[r][r] = (to[1] - to[0]) / (from[1] - from[0]);
    m.a[r][m.n] = to[0] - from[0] * m.a[r][r];
  }
  put(c, m, a.reverse_order);
}

// ---- combine ----

struct CombineArgs {
  bool reverse_order;
};
HR_ARGS(CombineArgs, reverse_order);

void infer_combine(InferContext& c) {
  int n = input_dims(c);
  for (int k = 1; k < c.nin; k++)
    if (input_dims(c, k) != n)
      fail_value("transforms of different dimensions: " + words(n) + " and " +
                 words(input_dims(c, k)));
  c.out[0] = c.in[0].shape;
}

void run_combine(const CombineArgs& a, RunContext& c) {
  Affine m = load(c.in[0]);
  for (int k = 1; k < c.nin; k++)
    m = a.reverse_order ? compose(m, load(c.in[k])) : compose(load(c.in[k]), m);
  store(m, c.out[0]);
}

const KernelEntry translation{{.name = "transform_translation",
                               .args = schema<TranslationArgs>(),
                               .infer = typed<infer_translation>,
                               .run = typed<run_translation>}};
const KernelEntry scale{{.name = "transform_scale",
                         .args = schema<ScaleArgs>(),
                         .infer = typed<infer_scale>,
                         .run = typed<run_scale>}};
const KernelEntry rotation{{.name = "transform_rotation",
                            .args = schema<RotationArgs>(),
                            .infer = typed<infer_rotation>,
                            .run = typed<run_rotation>}};
const KernelEntry shear{{.name = "transform_shear",
                         .args = schema<ShearArgs>(),
                         .infer = typed<infer_shear>,
                         .run = typed<run_shear>}};
const KernelEntry crop{{.name = "transform_crop",
                        .args = schema<BoxMapArgs>(),
                        .infer = typed<infer_crop>,
                        .run = typed<run_crop>}};
const KernelEntry combine{{.name = "transform_combine",
                           .args = schema<CombineArgs>(),
                           .infer = infer_combine,
                           .run = typed<run_combine>}};

}  // namespace
}  // namespace hr::transforms_kernel
