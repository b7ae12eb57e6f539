// Bulk random numbers: words, normal numbers, logarithms of gamma numbers.
//
// Note [Elements and words]
// Element e of a sample is word (e % 64) / 16 of block e / 64 * 16 + e % 16 of its stream: 16
// blocks side by side make 64 elements, and vectors of words are stored as computed. The mapping
// does not depend on the instruction set, and any range of elements can be made alone.
#pragma once
#include "base/isa.h"
#include "base/rng.h"

namespace hr {

// Random numbers of one sample of one call.
struct RandomSource {
  RandomKey key;
  uint32_t sample = 0;

  RandomSource(const RandomKey& k, int64_t s) : key(k), sample(static_cast<uint32_t>(s)) {}

  // An independent source; `which` distinguishes several. 0xFFFFFFFD exceeds all sample numbers.
  RandomSource other(uint32_t which) const {
    auto w = philox(key.seed, key.position, 0xFFFFFFFDu, which);
    auto join = [](uint32_t a, uint32_t b) { return static_cast<uint64_t>(a) << 32 | b; };
    return {{join(w[0], w[1]), join(w[2], w[3])}, sample};
  }
};

// Each fills `out` with elements [first, first + n).
struct RandomTable {
  void (*words)(const RandomSource&, int64_t first, int64_t n, uint32_t* out);
  // Mean 0, standard deviation 1, at most 6.6 deviations.
  void (*normals)(const RandomSource&, int64_t first, int64_t n, float* out);
  // ln(g) for g of a gamma distribution with this shape and scale 1. Uses sources other(which * 64)
  // … other(which * 64 + 63).
  void (*log_gammas)(const RandomSource&, uint32_t which, double shape, int64_t first, int64_t n,
                     double* out);
  // 1 / (1 + exp(b - a)): x / (x + y) for a = ln(x), b = ln(y).
  void (*shares)(const double* a, const double* b, int64_t n, double* out);
};

#if defined(HR_X86)
namespace avx2 {
const RandomTable& random_table();
}
namespace avx512 {
const RandomTable& random_table();
}
#endif
namespace base {
const RandomTable& random_table();
}

inline const RandomTable& randoms() {
  static const RandomTable& t = HR_DISPATCH(random_table());
  return t;
}

}  // namespace hr
