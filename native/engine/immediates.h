// Immediate operands: numbers that come with a call, such as the 0.37 of `x * 0.37`.
//
// Note [Immediate operands]
// A spec says that operand 1 is a float32 number, not which one. So `x * 0.37` with another number
// in every call is one structure: one spec, one plan, one compiled GPU kernel. Each number is 64
// bits of the call: integers as int64 or uint64, floats as the bits of a double.
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
  // The number in the type that the spec says; integers keep their low bits.
  template <class T>
  T as() const {
    if constexpr (is_real<T>)
      return convert<T>(std::bit_cast<double>(bits));
    else
      return static_cast<T>(bits);
  }
  bool operator==(const Immediate&) const = default;
};

// Those of one call, in the order of its operands.
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
