// Counter-based random numbers (Philox 4x32-10): a pure function of (key, position, sample, block).
#pragma once
#include <array>
#include <cstdint>

namespace hr {

struct RandomKey {
  uint64_t seed = 0;      // of the RNG object
  uint64_t position = 0;  // words drawn before this call
  bool operator==(const RandomKey&) const = default;
};

inline std::array<uint32_t, 4> philox(uint64_t key, uint64_t hi, uint32_t sample, uint32_t block) {
  uint32_t k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
  uint32_t c0 = block, c1 = sample, c2 = static_cast<uint32_t>(hi),
           c3 = static_cast<uint32_t>(hi >> 32);
  for (int r = 0; r < 10; r++) {
    uint64_t p0 = 0xD2511F53ull * c0, p1 = 0xCD9E8D57ull * c2;
    uint32_t n0 = static_cast<uint32_t>(p1 >> 32) ^ c1 ^ k0,
             n2 = static_cast<uint32_t>(p0 >> 32) ^ c3 ^ k1;
    c1 = static_cast<uint32_t>(p1);
    c3 = static_cast<uint32_t>(p0);
    c0 = n0;
    c2 = n2;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return {c0, c1, c2, c3};
}

// Random words for one sample of one call. Element e of a random array uses block e, so any element
// can be computed alone; kernels that need a few numbers take them in order.
class RandomStream {
 public:
  RandomStream(const RandomKey& k, int64_t sample)
      : key_(k), sample_(static_cast<uint32_t>(sample)) {}
  std::array<uint32_t, 4> block(uint32_t b) const {
    return philox(key_.seed, key_.position, sample_, b);
  }
  uint32_t next() {
    if (used_ == 4) {
      words_ = block(block_++);
      used_ = 0;
    }
    return words_[used_++];
  }
  // In [0, 1), with 24 or 53 random bits.
  static float unit(uint32_t w) { return static_cast<float>(w >> 8) * 0x1p-24f; }
  static double unit64(uint32_t a, uint32_t b) {
    return static_cast<double>(((static_cast<uint64_t>(a) << 32) | b) >> 11) * 0x1p-53;
  }
  float uniform() { return unit(next()); }

 private:
  RandomKey key_;
  uint32_t sample_;
  std::array<uint32_t, 4> words_{};
  uint32_t block_ = 0;
  int used_ = 4;
};

}  // namespace hr
