// Immediate operands: numbers passed with a call, such as the 0.37 of `x * 0.37`.
//
// Note [Immediate operands]
// A spec says that operand 1 is a float32 number, but not its value. So `x * 0.37` with a different
// number in every call shares one spec, one plan and one compiled GPU kernel. Each immediate is 64
// bits: int64 or uint64 for integers, double for floats.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>

#include "base/dtype.h"

namespace hr {

struct Immediate {
  uint64_t bits = 0;

  static Immediate of(double v) { return {std::bit_cast<uint64_t>(v)}; }
  // Converts to the type the spec declares; integers keep their low bits.
  template <class T>
  T as() const {
    if constexpr (is_real<T>)
      return convert<T>(std::bit_cast<double>(bits));
    else
      return static_cast<T>(bits);
  }
  bool operator==(const Immediate&) const = default;
};

// The immediates of one call, in operand order.
class Immediates {
 public:
  static constexpr size_t kMost = 3;

  Immediates() = default;
  Immediates(std::initializer_list<Immediate> all) {
    for (Immediate i : all) add(i);
  }
  void add(Immediate i) { all_.at(count_++) = i; }
  size_t size() const { return count_; }
  const Immediate& operator[](size_t j) const { return all_[j]; }
  bool operator==(const Immediates&) const = default;

 private:
  std::array<Immediate, kMost> all_;
  size_t count_ = 0;
};

}  // namespace hr
