// random_uniform, random_values, random_normal, random_coin_flip, random_beta, random_choice:
// arguments and their checks.
#pragma once
#include <cmath>

#include "engine/kernel.h"

namespace hr {

// The output shape: from the argument or an input; else a single number.
struct RandomShapeArgs {
  std::optional<List<int64_t>> shape;
};
HR_ARGS(RandomShapeArgs, shape);

struct RandomUniformArgs {
  RandomShapeArgs out;
  List<double> range;
};
HR_ARGS(RandomUniformArgs, out, range);

struct RandomValuesArgs {
  RandomShapeArgs out;
  List<double> values;
};
HR_ARGS(RandomValuesArgs, out, values);

struct RandomNormalArgs {
  RandomShapeArgs out;
  float mean, stddev;
};
HR_ARGS(RandomNormalArgs, out, mean, stddev);

struct RandomCoinFlipArgs {
  RandomShapeArgs out;
  double probability;
};
HR_ARGS(RandomCoinFlipArgs, out, probability);

struct RandomBetaArgs {
  RandomShapeArgs out;
  float alpha, beta;
};
HR_ARGS(RandomBetaArgs, out, alpha, beta);

struct RandomChoiceArgs {
  RandomShapeArgs out;
  std::optional<List<double>> p;
};
HR_ARGS(RandomChoiceArgs, out, p);

inline Shape given_shape(const RandomShapeArgs& a) {
  Shape s;
  for (int64_t j = 0, n = a.shape ? a.shape->size() : 0; j < n; j++) {
    int64_t d = (*a.shape)[j];
    if (d < 0) fail_value("shape must not be negative, got " + std::to_string(d));
    s.push(d);
  }
  return s;
}

// The largest number in [lo, hi).
template <class Real>
Real last_below(Real lo, Real hi) {
  auto text = [&] { return "[" + std::to_string(lo) + ", " + std::to_string(hi) + ")"; };
  if (!(lo <= hi)) fail_value("range is " + text());
  if (!std::isfinite(hi - lo)) fail_value("range is too wide: " + text());
  return lo < hi ? std::nextafter(hi, lo) : lo;
}

// Words below this threshold are heads.
inline uint64_t coin_threshold(const RandomCoinFlipArgs& a) {
  double p = a.probability;
  if (!(p >= 0 && p <= 1)) fail_value("probability must lie in [0, 1], got " + std::to_string(p));
  return static_cast<uint64_t>(p * 4294967296.0);
}

inline int64_t value_count(const RandomValuesArgs& a) {
  if (a.values.empty()) fail_value("values is empty");
  return a.values.size();
}

// Checks alpha or beta.
inline double shape_parameter(const char* name, float v) {
  if (!(v > 0 && std::isfinite(v)))
    fail_value(
        std::string(name).append(" must be positive and finite, got ").append(std::to_string(v)));
  return static_cast<double>(v);
}

// Cumulative probabilities, normalised to end with 1.
void sums_of_probabilities(const List<double>& p, double* sums);

}  // namespace hr
