// What both lanes know of a call of random, and its checks.
#pragma once
#include <cmath>

#include "engine/kernel.h"

namespace hr {

namespace random_args {
enum { kDistribution, kShape, kRange, kMean, kStddev, kProbability, kValues, kAlpha, kBeta };
enum { kUniform, kNormal, kCoin, kOneOf, kBetas };
}  // namespace random_args

// The largest number of [lo, hi).
template <class Real>
Real last_below(Real lo, Real hi) {
  auto text = [&] { return "[" + std::to_string(lo) + ", " + std::to_string(hi) + ")"; };
  if (!(lo <= hi)) fail_value("range is " + text());
  if (!std::isfinite(hi - lo)) fail_value("range is too wide: " + text());
  return lo < hi ? std::nextafter(hi, lo) : lo;
}

// Words below it are heads.
inline uint64_t coin_threshold(const Args& args) {
  double p = args.f(random_args::kProbability);
  if (!(p >= 0 && p <= 1)) fail_value("probability must lie in [0, 1], got " + std::to_string(p));
  return static_cast<uint64_t>(p * 4294967296.0);
}

inline uint64_t value_count(const Args& args) {
  uint64_t count = static_cast<uint64_t>(args.size(random_args::kValues));
  if (count < 1) fail_value("values is empty");
  return count;
}

// alpha or beta, as a float.
double shape_parameter(const Args& args, int k);

// Sums of the probabilities of `random_choice` (its argument 0), divided by the last of them.
void sums_of_probabilities(const Args& args, double* sums);

}  // namespace hr
