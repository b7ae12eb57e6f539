// scale_rows, and scale_shift: brightness and contrast of elements.
#include "operators/color/scale.h"

#include <algorithm>
#include <limits>

#include "simd/convert.h"
#include "simd/scale.h"

namespace hr {
namespace {

constexpr int64_t kChunk = 4096;  // elements per block of buffers in L1

bool is_wide(DType t) { return t == DType::f64 || t == DType::i64 || t == DType::u64; }

// Goes through a buffer of `Real`, for types without their own loop.
template <class Real>
void scale_buffered(const uint8_t* in, DType from, uint8_t* out, DType to, int64_t rows,
                    int64_t columns, const Real* center, const Real* mul, Real add,
                    ScaleRows<Real> scale) {
  DType real = dtype_of<Real>();
  Real* buffer = reinterpret_cast<Real*>(scratch(2 * kChunk * sizeof(Real), 3));
  auto part = [&](int64_t r, int64_t c) {  // r rows, or c columns of one row
    int64_t n = r * c;
    converter(from, real)(in, buffer, n);
    scale(buffer, buffer + kChunk, r, c, center, mul, add);
    converter(real, to)(buffer + kChunk, out, n);
    in += n * itemsize(from);
    out += n * itemsize(to);
  };
  if (columns <= kChunk) {
    int64_t step = columns ? kChunk / columns : rows;
    for (int64_t r = 0; r < rows; r += step) part(std::min(step, rows - r), columns);
    return;
  }
  const Real *all_center = center, *all_mul = mul;
  for (int64_t r = 0; r < rows; r++)
    for (int64_t j = 0; j < columns; j += kChunk) {
      center = all_center + j;
      mul = all_mul + j;
      part(1, std::min(kChunk, columns - j));
    }
}

}  // namespace

void scale_rows(const uint8_t* in, DType from, uint8_t* out, DType to, int64_t rows,
                int64_t columns, const double* center, const double* mul, double add) {
  if (rows * columns == 0) return;
  const ScaleTable& table = scalers();
  if (is_wide(from) || is_wide(to))
    return scale_buffered(in, from, out, to, rows, columns, center, mul, add, table.f64);
  float* c = reinterpret_cast<float*>(scratch(static_cast<size_t>(2 * columns) * sizeof(float), 2));
  float* m = c + columns;
  for (int64_t j = 0; j < columns; j++) {
    c[j] = static_cast<float>(center[j]);
    m[j] = static_cast<float>(mul[j]);
  }
  float a = static_cast<float>(add);
  if (ScaleRows<float> direct = table.f[static_cast<int>(from)][static_cast<int>(to)])
    return direct(in, out, rows, columns, c, m, a);
  ScaleRows<float> scale = table.f[static_cast<int>(DType::f32)][static_cast<int>(DType::f32)];
  scale_buffered(in, from, out, to, rows, columns, c, m, a, scale);
}

namespace {

// The range of an integer type is its maximum, that of a float 1.
template <class T>
double range() {
  if constexpr (is_real<T> || std::is_same_v<T, bool>)
    return 1;
  else
    return static_cast<double>(std::numeric_limits<T>::max());
}
template <class T>
double middle() {
  if constexpr (is_real<T> || std::is_same_v<T, bool>)
    return 0.5;
  else
    return static_cast<double>(std::numeric_limits<T>::max() / 2 + 1);
}

}  // namespace

// out = brightness * (center + contrast * (in - center)) + shift * range, as in * mul + add.
ScaleShift scale_shift_of(const ScaleShiftArgs& a, DType in, DType out) {
  double unit = dispatch(out, [](auto t) { return range<typename decltype(t)::type>(); });
  double half = dispatch(in, [](auto t) { return middle<typename decltype(t)::type>(); });
  float brightness = a.brightness.value_or(1), contrast = a.contrast.value_or(1);
  float center = a.contrast_center.value_or(static_cast<float>(half));
  return {brightness * contrast, a.brightness_shift.value_or(0) * static_cast<float>(unit) +
                                     brightness * (center - contrast * center)};
}

}  // namespace hr

namespace hr::scale_kernel {
namespace {

void infer(InferContext& c) { c.out[0] = c.in[0].shape; }

void run(const ScaleShiftArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  ScaleShift s = scale_shift_of(a, in.dtype, out.dtype);
  double mul = s.mul, zero = 0;
  scale_rows(in.data, in.dtype, out.data, out.dtype, out.volume(), 1, &zero, &mul, s.add);
}

const KernelEntry scale_shift{{.name = "scale_shift",
                               .args = schema<ScaleShiftArgs>(),
                               .infer = infer,
                               .run = typed<run>,
                               .elementwise = true}};

}  // namespace
}  // namespace hr::scale_kernel
