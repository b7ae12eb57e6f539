// noise_gaussian, noise_shot, noise_salt_and_pepper: arguments and their checks.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct NoiseGaussianArgs {
  double mean, stddev;
};
HR_ARGS(NoiseGaussianArgs, mean, stddev);

struct NoiseShotArgs {
  double factor;
};
HR_ARGS(NoiseShotArgs, factor);

struct SaltAndPepperArgs {
  double prob, salt_vs_pepper;
  std::optional<double> salt_val, pepper_val;
  int channel;  // the channel axis of a pixel; -1: each element is a pixel
};
HR_ARGS(SaltAndPepperArgs, prob, salt_vs_pepper, salt_val, pepper_val, channel);

// Returns the argument; fails unless it is finite.
float finite(const char* name, double v);

// Salt and pepper: a pixel whose 30-bit random word is below `noise` is replaced, by salt if it is
// below `salt`. All elements of a pixel are treated alike; the layout is [..., channels, inner].
// Replacements are the bits of an element.
struct SaltAndPepperCall {
  int32_t salt, noise;
  int64_t channels = 1, inner = 1;
  uint64_t values[2];  // pepper, salt
  // `shape` may lack leading axes of the sample, which has `ndim` axes.
  SaltAndPepperCall(const SaltAndPepperArgs& a, const Shape& shape, int ndim, DType type);
};

}  // namespace hr
