// Many random numbers at once: words, normal numbers, logarithms of gamma numbers.
//
// Note [Elements and words]. Element e of a sample's numbers is word (e % 64) / 16 of block
// e / 64 * 16 + e % 16 of the sample's stream: 16 blocks side by side make 64 elements, and the
// words of a vector of blocks are stored as they come. It is the same on every instruction set, and
// any run of elements can be made alone.
#pragma once
#include "base/isa.h"
#include "base/rng.h"

namespace hr {

// The numbers of one sample of one call.
struct RandomSource {
  RandomKey key;
  uint32_t sample = 0;

  RandomSource(const RandomKey& k, int64_t s) : key(k), sample(static_cast<uint32_t>(s)) {}

  // Numbers that have nothing to do with these; `which` tells several apart. (Samples have smaller
  // numbers than the one used here.)
  RandomSource other(uint32_t which) const {
    auto w = philox(key.seed, key.position, 0xFFFFFFFDu, which);
    auto join = [](uint32_t a, uint32_t b) { return static_cast<uint64_t>(a) << 32 | b; };
    return {{join(w[0], w[1]), join(w[2], w[3])}, sample};
  }
};

// All fill `out` with elements [first, first + n).
struct RandomTable {
  void (*words)(const RandomSource&, int64_t first, int64_t n, uint32_t* out);
  // Mean 0, deviation 1, up to 6.6 deviations.
  void (*normals)(const RandomSource&, int64_t first, int64_t n, float* out);
  // ln(g), where g has a gamma distribution with the given shape and scale 1. Uses the sources
  // other(which * 64) to other(which * 64 + 63).
  void (*log_gammas)(const RandomSource&, uint32_t which, double shape, int64_t first, int64_t n,
                     double* out);
  // 1 / (1 + exp(b - a)): what ln(x) and ln(y) say of x / (x + y).
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
