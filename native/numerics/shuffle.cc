// Keyed permutations in constant memory.
#include "numerics/shuffle.h"

#include <bit>
#include <numeric>
#include <utility>

#include "base/rng.h"

namespace hr {
namespace {

constexpr int64_t kTable = 1 << 16;

// Mixes a half with the round's key (finaliser of SplitMix64).
uint64_t mix(uint64_t x, uint64_t key) {
  x += key;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}

}  // namespace

Permutation::Permutation(uint64_t seed, uint64_t stream, int64_t n) : n_(n) {
  auto words = [&](uint32_t block) {
    auto w = philox(seed, stream, 0xFFFFFFFDu, block);
    return static_cast<uint64_t>(w[0]) << 32 | w[1];
  };
  if (n <= kTable) {
    table_.resize(static_cast<std::size_t>(n));
    std::iota(table_.begin(), table_.end(), 0);
    // 48 random bits scaled to a range below 2^16: the bias is below 2^-32.
    for (uint64_t i = static_cast<uint64_t>(n); i > 1; i--)
      std::swap(table_[i - 1], table_[((words(static_cast<uint32_t>(i)) >> 16) * i) >> 48]);
    return;
  }
  const int bits = 64 - std::countl_zero(static_cast<uint64_t>(n - 1));
  half_ = (bits + 1) / 2;
  uint32_t round = 0;
  for (uint64_t& key : keys_) key = words(round++);
}

int64_t Permutation::operator()(int64_t position) const {
  if (!table_.empty()) return table_[static_cast<std::size_t>(position)];
  const uint64_t mask = (uint64_t{1} << half_) - 1;
  uint64_t x = static_cast<uint64_t>(position);
  do {
    uint64_t left = x >> half_, right = x & mask;
    for (uint64_t key : keys_) {
      const uint64_t next = left ^ (mix(right, key) & mask);
      left = right;
      right = next;
    }
    x = left << half_ | right;
  } while (x >= static_cast<uint64_t>(n_));
  return static_cast<int64_t>(x);
}

}  // namespace hr
