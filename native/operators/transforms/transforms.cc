// transforms.*: affine maps as matrices of n rows and n + 1 columns, the last one the offset.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/kernel.h"

namespace hr {
namespace {

constexpr int kMost = 9;  // dimensions of a map

struct Affine {
  int n = 0;
  double a[kMost][kMost + 1] = {};

  static Affine identity(int n) {
    Affine m;
    m.n = n;
    for (int i = 0; i < n; i++) m.a[i][i] = 1;
    return m;
  }
  // Leaves `center` where it is.
  void about(const Args& args, int k) {
    if (!args.has(k)) return;
    for (int r = 0; r < n; r++) {
      double moved = 0;
      for (int c = 0; c < n; c++) moved += a[r][c] * args.f_cast(k, c);
      a[r][n] = args.f_cast(k, r) - moved;
    }
  }
};

// First `inner`, then `outer`.
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

// Dimensions of a map given as input 0; 0 when there is none.
int input_dims(const InferContext& c, int input = 0) {
  if (input >= c.nin) return 0;
  const Shape& s = c.in[input].shape;
  if (s.ndim != 2 || s[0] < 1 || s[1] != s[0] + 1 || s[0] > kMost)
    fail_value("a transform is a matrix of n rows and n + 1 columns (n up to " +
               std::to_string(kMost) + "), got shape " + s.str());
  return static_cast<int>(s[0]);
}

std::string words(int n) { return std::to_string(n) + "-D"; }

// Sets the output's shape from the dimensions the arguments tell (1 may stand for any).
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

void check_size(const Args& args, int k, int64_t n) {
  if (!args.has(k) || args.size(k) == 1 || args.size(k) == n) return;
  fail_value("argument '" + std::string(args.spec().kernel->params[k]) + "' has " +
             std::to_string(args.size(k)) + " numbers, needs " + std::to_string(n) +
             ", one for each dimension, or one for all");
}

// The last parameter of every kernel but combine's: whether the new map comes before the input's.
void put(RunContext& c, const Affine& made, int reverse) {
  if (!c.nin) return store(made, c.out[0]);
  Affine given = load(c.in[0]);
  store(c.args.i(reverse) ? compose(given, made) : compose(made, given), c.out[0]);
}

int dims_of(const RunContext& c) { return static_cast<int>(c.out[0].shape[0]); }

// ---- translation: offset, reverse_order ----

void infer_translation(InferContext& c) { finish(c, c.args.size(0), true); }

void run_translation(RunContext& c) {
  Affine m = Affine::identity(dims_of(c));
  for (int r = 0; r < m.n; r++) m.a[r][m.n] = c.args.f_cast(0, r);
  put(c, m, 1);
}

// ---- scale: scale, center, ndim, reverse_order ----

void infer_scale(InferContext& c) {
  int64_t dims = c.args.size(0);
  if (dims == 1) dims = c.args.i_or(2, c.args.has(1) ? c.args.size(1) : 1);
  check_size(c.args, 1, finish(c, dims, true));
}

void run_scale(RunContext& c) {
  Affine m = Affine::identity(dims_of(c));
  for (int r = 0; r < m.n; r++) m.a[r][r] = c.args.f_cast(0, r);
  m.about(c.args, 1);
  put(c, m, 3);
}

// ---- rotation: angle, axis, center, reverse_order ----

double radians(double degrees) { return degrees * (std::numbers::pi / 180); }

void infer_rotation(InferContext& c) {
  if (c.args.size(0) != 1)
    fail_value("angle has " + std::to_string(c.args.size(0)) + " numbers, needs one");
  if (c.args.has(1)) {
    if (c.args.size(1) != 3)
      fail_value("axis has " + std::to_string(c.args.size(1)) + " numbers, needs 3");
    if (c.args.f(1, 0) == 0 && c.args.f(1, 1) == 0 && c.args.f(1, 2) == 0)
      fail_value("axis is the zero vector");
  }
  check_size(c.args, 2, finish(c, c.args.has(1) ? 3 : 2, false));
}

void run_rotation(RunContext& c) {
  Affine m = Affine::identity(dims_of(c));
  double angle = radians(c.args.f(0)), cosine = std::cos(angle), sine = std::sin(angle);
  if (m.n == 2) {
    m.a[0][0] = m.a[1][1] = cosine;
    m.a[0][1] = -sine;
    m.a[1][0] = sine;
  } else {
    double u[3] = {c.args.f(1, 0), c.args.f(1, 1), c.args.f(1, 2)};
    double length = std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (double& x : u) x /= length;
    double cross[3][3] = {{0, -u[2], u[1]}, {u[2], 0, -u[0]}, {-u[1], u[0], 0}};
    for (int r = 0; r < 3; r++)
      for (int k = 0; k < 3; k++)
        m.a[r][k] = (r == k ? cosine : 0) + sine * cross[r][k] + (1 - cosine) * u[r] * u[k];
  }
  m.about(c.args, 2);
  put(c, m, 3);
}

// ---- shear: shear, angles, center, reverse_order ----

void infer_shear(InferContext& c) {
  int k = c.args.has(0) ? 0 : 1;
  int64_t size = c.args.size(k), dims = 1;
  while (dims * (dims - 1) < size) dims++;
  Shape s = c.args.shape(k);
  if (size < 2 || dims * (dims - 1) != size || (s.ndim == 2 && s[0] != dims))
    fail_value("argument '" + std::string(k ? "angles" : "shear") + "' has shape " + s.str() +
               ", needs n * (n - 1) numbers for n dimensions: 2 in 2-D, 6 in 3-D");
  for (int64_t j = 0; k == 1 && j < size; j++)
    if (!(std::abs(c.args.f(1, j)) <= 90))
      fail_value("angles must be in [-90, 90] degrees, got " + std::to_string(c.args.f(1, j)));
  check_size(c.args, 2, finish(c, dims, false));
}

void run_shear(RunContext& c) {
  Affine m = Affine::identity(dims_of(c));
  int64_t at = 0;
  for (int r = 0; r < m.n; r++)
    for (int k = 0; k < m.n; k++) {
      if (r == k) continue;
      m.a[r][k] = c.args.has(0) ? c.args.f(0, at) : std::tan(radians(c.args.f(1, at)));
      at++;
    }
  m.about(c.args, 2);
  put(c, m, 3);
}

// ---- crop: from_start, from_end, to_start, to_end, absolute, reverse_order ----

void infer_crop(InferContext& c) {
  int64_t dims = 1;
  for (int k = 0; k < 4; k++) dims = std::max(dims, c.args.size(k));
  for (int k = 0; k < 4; k++) check_size(c.args, k, dims);
  finish(c, dims, true);
}

void run_crop(RunContext& c) {
  Affine m = Affine::identity(dims_of(c));
  for (int r = 0; r < m.n; r++) {
    double v[4];
    for (int k = 0; k < 4; k++) v[k] = c.args.f_cast(k, r);
    if (c.args.i(4) && v[0] > v[1]) std::swap(v[0], v[1]);
    if (c.args.i(4) && v[2] > v[3]) std::swap(v[2], v[3]);
    m.a[r][r] = (v[3] - v[2]) / (v[1] - v[0]);
    m.a[r][m.n] = v[2] - v[0] * m.a[r][r];
  }
  put(c, m, 5);
}

// ---- combine: reverse_order ----

void infer_combine(InferContext& c) {
  int n = input_dims(c);
  for (int k = 1; k < c.nin; k++)
    if (input_dims(c, k) != n)
      fail_value("transforms of different dimensions: " + words(n) + " and " +
                 words(input_dims(c, k)));
  c.out[0] = c.in[0].shape;
}

void run_combine(RunContext& c) {
  Affine m = load(c.in[0]);
  for (int k = 1; k < c.nin; k++)
    m = c.args.i(0) ? compose(m, load(c.in[k])) : compose(load(c.in[k]), m);
  store(m, c.out[0]);
}

const KernelEntry translation{{.name = "transform_translation",
                               .params = {"offset", "reverse_order"},
                               .infer = infer_translation,
                               .run = run_translation}};
const KernelEntry scale{{.name = "transform_scale",
                         .params = {"scale", "center", "ndim", "reverse_order"},
                         .infer = infer_scale,
                         .run = run_scale}};
const KernelEntry rotation{{.name = "transform_rotation",
                            .params = {"angle", "axis", "center", "reverse_order"},
                            .infer = infer_rotation,
                            .run = run_rotation}};
const KernelEntry shear{{.name = "transform_shear",
                         .params = {"shear", "angles", "center", "reverse_order"},
                         .infer = infer_shear,
                         .run = run_shear}};
const KernelEntry crop{
    {.name = "transform_crop",
     .params = {"from_start", "from_end", "to_start", "to_end", "absolute", "reverse_order"},
     .infer = infer_crop,
     .run = run_crop}};
const KernelEntry combine{{.name = "transform_combine",
                           .params = {"reverse_order"},
                           .infer = infer_combine,
                           .run = run_combine}};

}  // namespace
}  // namespace hr
