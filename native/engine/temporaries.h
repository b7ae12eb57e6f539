// Memory for one sample's run: per-worker blocks, small arrays on the stack.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <vector>

#include "base/memory.h"

namespace hr {

// Temporaries of one worker. Blocks are reused while still in cache.
class Temporaries {
 public:
  uint8_t* take(size_t bytes) {
    if (bytes > max_allocation()) [[unlikely]]
      refuse_allocation(bytes, "a sample on its way between two operators");
    bytes = std::max<size_t>(bytes, 64) + 64;  // vector loads may touch 64 bytes past the end
    const size_t blocks = free_.size() + used_.size() + 1;
    if (used_.capacity() < blocks) used_.reserve(2 * blocks);
    if (free_.capacity() < blocks) free_.reserve(2 * blocks);  // give() must not fail
    size_t best = free_.size();
    for (size_t i = 0; i < free_.size(); i++)
      if (free_[i].size >= bytes && (best == free_.size() || free_[i].size < free_[best].size))
        best = i;
    Block b;
    if (best < free_.size()) {
      b = free_[best];
      free_.erase(free_.begin() + static_cast<ptrdiff_t>(best));
    } else {
      if (!free_.empty()) {  // replace the largest rather than collect small ones
        std::free(free_.back().data);
        free_.pop_back();
      }
      b.size = (bytes + 4095) / 4096 * 4096;
      b.data = static_cast<uint8_t*>(std::aligned_alloc(4096, b.size));
      if (!b.data) throw std::bad_alloc();
    }
    used_.push_back(b);
    return b.data;
  }
  void give(uint8_t* data) noexcept {
    for (size_t i = 0; i < used_.size(); i++)
      if (used_[i].data == data) {
        free_.push_back(used_[i]);
        used_.erase(used_.begin() + static_cast<ptrdiff_t>(i));
        return;
      }
  }
  void give_all() noexcept {
    for (Block& b : used_) free_.push_back(b);
    used_.clear();
    while (free_.size() > 8) {
      std::free(free_.front().data);
      free_.erase(free_.begin());
    }
  }
  ~Temporaries() {
    give_all();
    for (Block& b : free_) std::free(b.data);
  }

 private:
  struct Block {
    uint8_t* data = nullptr;
    size_t size = 0;
  };
  std::vector<Block> free_, used_;
};

inline Temporaries& temporaries() {
  thread_local Temporaries t;
  return t;
}

// Array of n elements: on the stack up to N, else on the heap.
template <class T, int N>
class Few {
 public:
  explicit Few(int n) : at_(reinterpret_cast<T*>(few_)) {
    if (n > N) {
      many_.resize(n);
      at_ = many_.data();
    } else {
      for (int i = 0; i < n; i++) new (at_ + i) T();
    }
  }
  operator T*() { return at_; }

 private:
  static_assert(std::is_trivially_destructible_v<T>);
  alignas(T) unsigned char few_[N * sizeof(T)];
  std::vector<T> many_;
  T* at_;
};

}  // namespace hr
