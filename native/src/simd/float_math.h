// exp and log of floats by fixed polynomials in double: vectorised by the compiler, the same bits
// on every CPU, and nearly always the float nearest to the true value.
#pragma once
#include <bit>
#include <cstdint>
#include <limits>

namespace hr::HR_ISA {
namespace {

inline float exp_float(float x) {
  constexpr double kLog2e = 0x1.71547652b82fep+0, kLn2 = 0x1.62e42fefa39efp-1;
  constexpr double kRound = 0x1.8p52;  // added, it leaves the nearest integer in the low bits
  double v = x;
  v = v < -110.0 ? -110.0 : v;  // both ends lie beyond float's range
  v = v > 90.0 ? 90.0 : v;
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
  uint64_t scaled = std::bit_cast<uint64_t>(p) + (std::bit_cast<uint64_t>(shifted) << 52);
  float y = static_cast<float>(std::bit_cast<double>(scaled));
  return x == x ? y : x;
}

// exponent * per_octave + ln(mantissa) * per_nat: log in base e, 2 or 10.
inline float log_float(float x, double per_octave, double per_nat) {
  constexpr uint64_t kSqrtHalf = 0x3FE6A09E667F3BCDull;  // bits of sqrt(1/2)
  uint64_t bits = std::bit_cast<uint64_t>(static_cast<double>(x));
  uint64_t steps = bits - kSqrtHalf;  // high bits: the exponent, for a mantissa in [sqrt(1/2), sqrt(2))
  double mantissa = std::bit_cast<double>(bits - (steps & 0xFFF0000000000000ull));
  // The exponent as a double, by integer arithmetic: vectors of int64 do not convert below AVX-512.
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
  float y = static_cast<float>(exponent * per_octave + p * s * per_nat);
  constexpr float kInf = std::numeric_limits<float>::infinity();
  y = x == kInf ? kInf : y;
  y = x == 0.0f ? -kInf : y;
  y = x < 0.0f ? std::numeric_limits<float>::quiet_NaN() : y;
  return x == x ? y : x;
}

}  // namespace
}  // namespace hr::HR_ISA
