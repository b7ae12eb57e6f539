// Scales and shifts elements: loops of brightness, contrast and normalize.
#include "simd/scale.h"

namespace hr::HR_ISA {
namespace {

constexpr int64_t kWide = 256;  // few columns are repeated up to this width

template <class To, class From, class Real>
void scale(const void* data, void* result, int64_t rows, int64_t columns, const Real* center,
           const Real* mul, Real add) {
  const From* in = static_cast<const From*>(data);
  To* out = static_cast<To*>(result);
  if (columns == 1) {
    const From* __restrict a = in;
    To* __restrict b = out;
    Real c = center[0], m = mul[0];
    for (int64_t i = 0; i < rows; i++) b[i] = convert<To>((static_cast<Real>(a[i]) - c) * m + add);
    return;
  }
  alignas(64) Real wide_center[kWide], wide_mul[kWide];
  int64_t side = columns < kWide ? kWide / columns : 1, width = columns * side;
  if (side > rows) side = 1, width = columns;
  if (side > 1) {
    for (int64_t j = 0; j < width; j++) {
      wide_center[j] = center[j % columns];
      wide_mul[j] = mul[j % columns];
    }
    center = wide_center;
    mul = wide_mul;
  }
  for (int64_t left = rows * columns; left > 0; left -= width, in += width, out += width) {
    const From* __restrict a = in;
    To* __restrict b = out;
    const Real* __restrict c = center;
    const Real* __restrict m = mul;
    int64_t n = left < width ? left : width;
    for (int64_t j = 0; j < n; j++)
      b[j] = convert<To>((static_cast<Real>(a[j]) - c[j]) * m[j] + add);
  }
}

template <class From>
void fill(ScaleTable& t) {
  ScaleRows<float>* row = t.f[static_cast<int>(dtype_of<From>())];
  row[static_cast<int>(DType::u8)] = &scale<uint8_t, From, float>;
  row[static_cast<int>(DType::i16)] = &scale<int16_t, From, float>;
  row[static_cast<int>(DType::f32)] = &scale<float, From, float>;
}

}  // namespace

const ScaleTable& scale_table() {
  static const ScaleTable t = [] {
    ScaleTable made{};
    fill<uint8_t>(made);
    fill<int16_t>(made);
    fill<float>(made);
    made.f64 = &scale<double, double, double>;
    return made;
  }();
  return t;
}

}  // namespace hr::HR_ISA
