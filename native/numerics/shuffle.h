// Keyed permutations: position → index with random access, in O(1) memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hr {

// A permutation of 0 … n-1 chosen by seed and stream. Short ones are shuffled in a table, exactly
// uniform. Long ones use a Feistel network with cycle walking (four steps at most, on average).
class Permutation {
 public:
  Permutation(uint64_t seed, uint64_t stream, int64_t n);
  int64_t size() const { return n_; }
  int64_t operator()(int64_t position) const;

 private:
  int64_t n_;
  std::vector<int32_t> table_;
  uint64_t keys_[8];
  int half_ = 0;  // bits of each half
};

}  // namespace hr
