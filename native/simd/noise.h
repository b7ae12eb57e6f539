// Noise: applies random numbers to elements.
#pragma once
#include "base/dtype.h"
#include "base/isa.h"

namespace hr {

struct NoiseTable {
  // out = in + mean + deviation * z, by type; in double if float cannot hold the elements.
  void (*add[13])(const void* in, const float* z, float mean, float deviation, void* out,
                  int64_t n);
  // Poisson numbers: rates below kPoissonSplit take a random word each, others a normal number
  // each. Rates on the wrong side of the split give undefined values.
  void (*poisson_small)(const double* rates, const uint32_t* words, double* out, int64_t n);
  void (*poisson_large)(const double* rates, const float* z, double* out, int64_t n);
  // Mark 2 if the word (30 bits) is below `salt`, 1 if below `noise`, else 0.
  void (*marks)(const uint32_t* words, int32_t salt, int32_t noise, uint8_t* out, int64_t n);
  // out = in, values[0] or values[1] for mark 0, 1 or 2; indexed by log2 of the element size.
  void (*replace[4])(const void* in, const uint8_t* marks, const uint64_t* values, void* out,
                     int64_t n);
};

inline constexpr double kPoissonSplit = 10.0;

#if defined(HR_X86)
namespace avx2 {
const NoiseTable& noise_table();
}
namespace avx512 {
const NoiseTable& noise_table();
}
#endif
namespace base {
const NoiseTable& noise_table();
}

inline const NoiseTable& noises() {
  static const NoiseTable& t = HR_DISPATCH(noise_table());
  return t;
}

}  // namespace hr
