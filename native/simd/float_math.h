// exp, log, pow, sin … of floats by fixed polynomials in double: vectorised by the compiler, same
// bits on every CPU, nearly always correctly rounded.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hr::HR_ISA {
namespace {

constexpr double kLn2 = 0x1.62e42fefa39efp-1, kLog2e = 0x1.71547652b82fep+0;
constexpr double kLog10e = 0x1.bcb7b1526e50ep-2, kLog10Of2 = 0x1.34413509f79ffp-2;
constexpr double kRound = 0x1.8p52;  // adding it leaves the nearest integer in the low bits

inline double magnitude(double x) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(x) & 0x7FFFFFFFFFFFFFFFull);
}
inline double with_sign(double x, double sign) {
  uint64_t s = std::bit_cast<uint64_t>(sign) & 0x8000000000000000ull;
  return std::bit_cast<double>(std::bit_cast<uint64_t>(x) | s);
}

// e^v, relative error below 1e-11; clamps v to [-limit, limit], limit <= 700. e^110 exceeds float.
inline double exp_wide(double v, double limit = 110.0) {
  v = v < -limit ? -limit : v;
  v = v > limit ? limit : v;
  double shifted = v * kLog2e + kRound;
  double r = v - (shifted - kRound) * kLn2;  // |r| <= ln(2)/2
  double p = 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  p = p * r + 1.0;
  p = p * r + 1.0;
  return std::bit_cast<double>(std::bit_cast<uint64_t>(p) +
                               (std::bit_cast<uint64_t>(shifted) << 52));
}

// exponent * per_octave + ln(mantissa) * per_nat of a positive finite number: a logarithm in base
// e, 2 or 10, relative error below 1e-13.
inline double log_wide(double x, double per_octave, double per_nat) {
  constexpr uint64_t kSqrtHalf = 0x3FE6A09E667F3BCDull;  // bits of sqrt(1/2)
  uint64_t bits = std::bit_cast<uint64_t>(x);
  uint64_t steps = bits - kSqrtHalf;  // high bits: exponent, for a mantissa in [sqrt(1/2), sqrt(2))
  double mantissa = std::bit_cast<double>(bits - (steps & 0xFFF0000000000000ull));
  // Exponent to double by integer arithmetic: only AVX-512 converts vectors of int64.
  uint64_t biased = (steps >> 52) ^ 0x800u;
  double exponent = std::bit_cast<double>(biased | 0x4330000000000000ull) - (0x1p52 + 0x800);
  double s = (mantissa - 1.0) / (mantissa + 1.0), z = s * s;  // ln(m) = 2 atanh(s), |s| < 0.172
  double p = 2.0 / 15.0;
  p = p * z + 2.0 / 13.0;
  p = p * z + 2.0 / 11.0;
  p = p * z + 2.0 / 9.0;
  p = p * z + 2.0 / 7.0;
  p = p * z + 2.0 / 5.0;
  p = p * z + 2.0 / 3.0;
  p = p * z + 2.0;
  return exponent * per_octave + p * s * per_nat;
}

inline float exp_float(float x) {
  float y = static_cast<float>(exp_wide(x));
  return x == x ? y : x;
}

inline float log_float(float x, double per_octave, double per_nat) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  float y = static_cast<float>(log_wide(x, per_octave, per_nat));
  y = x == kInf ? kInf : y;
  y = x == 0.0f ? -kInf : y;
  y = x < 0.0f ? std::numeric_limits<float>::quiet_NaN() : y;
  return x == x ? y : x;
}

inline float sinh_float(float x) {
  double a = magnitude(x), e = exp_wide(a), z = a * a;
  double small = a + a * z * (1.0 / 6.0 + z * (1.0 / 120.0 + z * (1.0 / 5040.0)));
  float y = static_cast<float>(with_sign(a < 0.25 ? small : (e - 1.0 / e) * 0.5, x));
  return x == x ? y : x;
}

inline float cosh_float(float x) {
  double e = exp_wide(magnitude(x));
  float y = static_cast<float>((e + 1.0 / e) * 0.5);
  return x == x ? y : x;
}

inline float tanh_float(float x) {
  double a = magnitude(x), z = a * a;
  double large = 1.0 - 2.0 / (exp_wide(2.0 * a) + 1.0);
  float y = static_cast<float>(with_sign(a < 0x1p-10 ? a - a * z * (1.0 / 3.0) : large, x));
  return x == x ? y : x;
}

// sin(x + quarter * pi / 2) if covers_angle(x); the quadrant selects sine or cosine.
inline bool covers_angle(float x) {
  return magnitude(x) <= 100000.0;
}  // false for NaN and infinity
inline float sin_float(float x, uint64_t quarter) {
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kHigh = 0x1.921fb544p+0, kLow = 0x1.0b4611a626331p-34;  // pi/2 in two parts
  double v = x, shifted = v * kTwoOverPi + kRound, turns = shifted - kRound;
  double r = (v - turns * kHigh) - turns * kLow, z = r * r;
  double s = -1.0 / 39916800.0;
  s = s * z + 1.0 / 362880.0;
  s = s * z - 1.0 / 5040.0;
  s = s * z + 1.0 / 120.0;
  s = s * z - 1.0 / 6.0;
  s = s * z * r + r;
  double c = 1.0 / 479001600.0;
  c = c * z - 1.0 / 3628800.0;
  c = c * z + 1.0 / 40320.0;
  c = c * z - 1.0 / 720.0;
  c = c * z + 1.0 / 24.0;
  c = c * z - 0.5;
  c = c * z + 1.0;
  uint64_t q = std::bit_cast<uint64_t>(shifted) + quarter;
  double y = (q & 1) ? c : s;
  return static_cast<float>(std::bit_cast<double>(std::bit_cast<uint64_t>(y) ^ ((q & 2) << 62)));
}

// x^y for positive finite x (or x = 0 and y > 0) and finite y. libm handles pow's other cases.
inline bool covers_exponent(float y) {
  constexpr float kMax = std::numeric_limits<float>::max();
  return (y >= -kMax) & (y <= kMax);
}
inline bool covers_base(float x, float y) {
  bool zero = (std::bit_cast<uint32_t>(x) == 0) & (y > 0.0f);
  return ((x > 0.0f) & (x <= std::numeric_limits<float>::max())) | zero;
}
inline float pow_float(float x, float y) {
  float r = static_cast<float>(exp_wide(static_cast<double>(y) * log_wide(x, kLn2, 1.0)));
  return x == 0.0f ? 0.0f : r;
}

}  // namespace
}  // namespace hr::HR_ISA
