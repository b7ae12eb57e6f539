// noise_gaussian, noise_shot, noise_salt_and_pepper: their arguments, checked.
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
  int channel;  // the axis along which the elements of a pixel lie; -1: pixels are elements
};
HR_ARGS(SaltAndPepperArgs, prob, salt_vs_pepper, salt_val, pepper_val, channel);

// The argument, which has to be finite.
float finite(const char* name, double v);

// Salt and pepper: 30-bit words below `noise` replace a pixel, those below `salt` by salt. Elements
// of a pixel have one fate; they lie as [..., channels, inner]. Replacements as bits of an element.
struct SaltAndPepperCall {
  int32_t salt, noise;
  int64_t channels = 1, inner = 1;
  uint64_t values[2];  // pepper, salt
  // `shape` may lack leading axes of the sample, which has `ndim`.
  SaltAndPepperCall(const SaltAndPepperArgs& a, const Shape& shape, int ndim, DType type);
};

}  // namespace hr
