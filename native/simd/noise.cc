// Gaussian, Poisson and salt-and-pepper noise.
#include "simd/noise.h"

#include <cstring>

#include "simd/float_math.h"

namespace hr::HR_ISA {
namespace {

template <class T>
inline constexpr bool is_wide =
    std::is_same_v<T, double> || (std::is_integral_v<T> && sizeof(T) > 2);

template <class T>
void add(const void* in, const float* __restrict z, float mean, float deviation, void* out,
         int64_t n) {
  using Real = std::conditional_t<is_wide<T>, double, float>;
  const T* __restrict a = static_cast<const T*>(in);
  T* __restrict b = static_cast<T*>(out);
  for (int64_t i = 0; i < n; i++)
    b[i] = convert<T>(static_cast<Real>(a[i]) + static_cast<Real>(mean + deviation * z[i]));
}

// Inverts the cumulative distribution of 16 elements side by side; P(k) = P(k - 1) * rate / k.
constexpr int kSteps = 64;  // at rate 10, P(k > 40) < 2^-32
constexpr int kLanes = 16;
#if defined(__AVX2__)
constexpr int kWidth = 4;
#else
constexpr int kWidth = 2;
#endif
typedef double Doubles __attribute__((vector_size(8 * kWidth)));
typedef int64_t Masks __attribute__((vector_size(8 * kWidth)));

void walk(const double* rates, const uint32_t* words, double* out) {
  alignas(64) double rate[kLanes], left[kLanes], p[kLanes];
#pragma GCC unroll 1
  for (int i = 0; i < kLanes; i++) {
    rate[i] = rates[i] < kPoissonSplit ? rates[i] : 0.0;
    // The word as a number in (0, 1), via signed integers: only those convert in vectors.
    left[i] = static_cast<double>(static_cast<int32_t>(words[i] ^ 0x80000000u)) * 0x1p-32 +
              (0.5 + 0x1p-33);
    p[i] = exp_wide(-rate[i]);
  }
  constexpr int kVectors = kLanes / kWidth;
  Doubles r[kVectors], u[kVectors], q[kVectors], k[kVectors] = {};
  std::memcpy(r, rate, sizeof r);
  std::memcpy(u, left, sizeof u);
  std::memcpy(q, p, sizeof q);
  const Doubles one = Doubles{} + 1.0;
  for (int step = 1; step < kSteps; step++) {
    double part = 1.0 / step;
    Masks any{};
    for (int v = 0; v < kVectors; v++) {
      Masks go = u[v] >= q[v];
      any |= go;
      k[v] += reinterpret_cast<Doubles>(go & reinterpret_cast<Masks>(one));
      u[v] = go ? u[v] - q[v] : one - 2.0;  // negative: done
      q[v] *= r[v] * part;
    }
    int64_t more = 0;
    for (int i = 0; i < kWidth; i++) more |= any[i];
    if (!more) break;
  }
  std::memcpy(out, k, sizeof k);
}

void poisson_small(const double* rates, const uint32_t* words, double* out, int64_t n) {
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) walk(rates + i, words + i, out + i);
  if (i == n) return;
  double rate[kLanes] = {}, k[kLanes];
  uint32_t word[kLanes] = {};
  for (int64_t j = i; j < n; j++) {
    rate[j - i] = rates[j];
    word[j - i] = words[j];
  }
  walk(rate, word, k);
  for (int64_t j = i; j < n; j++) out[j] = k[j - i];
}

// Poisson quantile by Cornish-Fisher expansion in 1 / sqrt(rate). For rates >= 10 its distribution
// function is within 5e-5 of the exact one.
void poisson_large(const double* __restrict rates, const float* __restrict z,
                   double* __restrict out, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    double rate = rates[i] < kPoissonSplit ? kPoissonSplit : rates[i];
    double w = static_cast<double>(z[i]), ww = w * w, root = std::sqrt(rate), part = 1.0 / root;
    double fourth = (-8.0 / 405.0) + ww * (7.0 / 810.0) + ww * ww * (1.0 / 270.0);
    double third = w * (-1.0 / 36.0) - w * ww * (1.0 / 72.0);
    double second = (1.0 / 3.0) + ww * (1.0 / 6.0);
    double x = (fourth * part + third) * part + second + (rate + root * w);
    double whole = std::floor(x);
    whole = whole < 0.0 ? 0.0 : whole;
    out[i] = rate <= 0x1p100 ? whole : rate;  // keep infinity, NaN, and rates too large to change
  }
}

void marks(const uint32_t* __restrict words, int32_t salt, int32_t noise, uint8_t* __restrict out,
           int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    int32_t w = static_cast<int32_t>(words[i] >> 2);
    out[i] = static_cast<uint8_t>((w < noise ? 1 : 0) + (w < salt ? 1 : 0));
  }
}

template <class T>
void replace(const void* in, const uint8_t* __restrict marks, const uint64_t* values, void* out,
             int64_t n) {
  const T* __restrict a = static_cast<const T*>(in);
  T* __restrict b = static_cast<T*>(out);
  T one = static_cast<T>(values[0]), two = static_cast<T>(values[1]);
  for (int64_t i = 0; i < n; i++) {
    T v = marks[i] == 1 ? one : a[i];
    b[i] = marks[i] == 2 ? two : v;
  }
}

}  // namespace

const NoiseTable& noise_table() {
  static const NoiseTable t = [] {
    NoiseTable made{};
    for (int k = 0; k < static_cast<int>(DType::count); k++)
      dispatch(static_cast<DType>(k),
               [&](auto tag) { made.add[k] = &add<typename decltype(tag)::type>; });
    made.poisson_small = &poisson_small;
    made.poisson_large = &poisson_large;
    made.marks = &marks;
    made.replace[0] = &replace<uint8_t>;
    made.replace[1] = &replace<uint16_t>;
    made.replace[2] = &replace<uint32_t>;
    made.replace[3] = &replace<uint64_t>;
    return made;
  }();
  return t;
}

}  // namespace hr::HR_ISA
