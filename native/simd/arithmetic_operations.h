// Element operations of arithmetic: F::apply(a), F::apply(a, b). C semantics: integers wrap around,
// division truncates, % has the sign of the dividend.
#pragma once
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace hr::HR_ISA {
namespace {

// Where the sign does not matter, loops use unsigned integers: no undefined overflow, and two types
// share one loop. `Wide` keeps products of small types from overflowing int.
template <class T>
using Wide = std::conditional_t<(sizeof(T) < 4), uint32_t, T>;

template <class T>
struct Add {
  static T apply(T a, T b) { return static_cast<T>(a + b); }
};
template <class T>
struct Sub {
  static T apply(T a, T b) { return static_cast<T>(a - b); }
};
template <class T>
struct Mul {
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return a * b;
    else
      return static_cast<T>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b));
  }
};
template <class T>
struct And {
  static T apply(T a, T b) { return static_cast<T>(a & b); }
};
template <class T>
struct Or {
  static T apply(T a, T b) { return static_cast<T>(a | b); }
};
template <class T>
struct Xor {
  static T apply(T a, T b) { return static_cast<T>(a ^ b); }
};
// Shift counts are modulo the x86 shift width: 64 for 64-bit types, else 32.
template <class T>
constexpr int kShiftMask = sizeof(T) == 8 ? 63 : 31;
template <class T>
struct Shl {
  static T apply(T a, T b) {
    return static_cast<T>(static_cast<Wide<T>>(a) << (b & kShiftMask<T>));
  }
};
template <class T>
struct Shr {
  static T apply(T a, T b) {
    using W = std::conditional_t<(sizeof(T) < 4), int32_t, T>;
    return static_cast<T>(static_cast<W>(a) >> (b & kShiftMask<T>));
  }
};
struct BoolShl {
  static uint8_t apply(uint8_t a, uint8_t) { return a; }
};
struct BoolShr {
  static uint8_t apply(uint8_t a, uint8_t b) { return static_cast<uint8_t>(a & (b ^ 1)); }
};

template <class T>
struct Eq {
  static uint8_t apply(T a, T b) { return a == b; }
};
template <class T>
struct Ne {
  static uint8_t apply(T a, T b) { return a != b; }
};
template <class T>
struct Lt {
  static uint8_t apply(T a, T b) { return a < b; }
};
template <class T>
struct Le {
  static uint8_t apply(T a, T b) { return a <= b; }
};
template <class T>
struct Gt {
  static uint8_t apply(T a, T b) { return a > b; }
};
template <class T>
struct Ge {
  static uint8_t apply(T a, T b) { return a >= b; }
};
// F on uint64 and int64: a negative b is less than every a.
template <template <class> class F, bool kIfNegative>
struct Mixed {
  static uint8_t apply(uint64_t a, int64_t b) {
    return b < 0 ? kIfNegative : F<uint64_t>::apply(a, static_cast<uint64_t>(b));
  }
};

template <class T>
struct Min {
  static T apply(T a, T b) { return a < b ? a : b; }
};
template <class T>
struct Max {
  static T apply(T a, T b) { return a > b ? a : b; }
};

template <class T>
struct Neg {
  static T apply(T a) {
    if constexpr (std::is_floating_point_v<T>)
      return -a;
    else
      return static_cast<T>(Wide<T>(0) - static_cast<Wide<T>>(a));
  }
};
template <class T>
struct Pos {
  static T apply(T a) { return a; }
};
template <class T>
struct Abs {
  static T apply(T a) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::fabs(a);
    } else {
      using U = std::make_unsigned_t<T>;
      return a < 0 ? static_cast<T>(Neg<U>::apply(static_cast<U>(a))) : a;
    }
  }
};
template <class T>
struct Invert {
  static T apply(T a) { return static_cast<T>(~a); }
};
struct Not {
  static uint8_t apply(uint8_t a) { return a ^ 1; }
};

// ---- integer division -------------------------------------------------------------------------

// Note [Division in floats]
// SIMD has no integer division. Quotients of 8- and 16-bit integers are exact in float, of 32-bit
// ones in double: if a/b is below an integer k, the gap is at least 1/b, which exceeds half an ulp
// of k as long as k*b < 2^24 (2^53).

// Requires b != 0, and not min / -1.
template <class T>
T quotient(T a, T b) {
  if constexpr (sizeof(T) <= 2) {
    return static_cast<T>(static_cast<int32_t>(static_cast<float>(a) / static_cast<float>(b)));
  } else if constexpr (std::is_same_v<T, int32_t>) {
    return static_cast<int32_t>(static_cast<double>(a) / static_cast<double>(b));
  } else {
    return a / b;
  }
}

// min / -1 wraps around to min.
template <class T>
T divide_wrapping(T a, T b) {
  if constexpr (std::is_signed_v<T> && sizeof(T) >= 4) {
    using U = std::make_unsigned_t<T>;
    bool negate = b == T(-1);
    T q = quotient(a, negate ? T(1) : b);
    return negate ? static_cast<T>(U(0) - static_cast<U>(q)) : q;
  } else {
    return quotient(a, b);
  }
}

template <class T>
struct FloorDiv {
  static T apply(T a, T b) { return divide_wrapping(a, b); }
};
template <class T>
struct Mod {
  static T apply(T a, T b) {
    using U = Wide<std::make_unsigned_t<T>>;
    return static_cast<T>(static_cast<U>(a) -
                          static_cast<U>(divide_wrapping(a, b)) * static_cast<U>(b));
  }
};

// ---- powers -----------------------------------------------------------------------------------

// Integer powers wrap around; negative exponents give 0.
template <class T>
struct PowInt {
  using U = std::make_unsigned_t<T>;
  static T apply(T a, T b) {
    if (b < 0) return 0;
    U base = static_cast<U>(a), result = 1;
    for (U e = static_cast<U>(b); e; e >>= 1) {
      if (e & 1) result = Mul<U>::apply(result, base);
      base = Mul<U>::apply(base, base);
    }
    return static_cast<T>(result);
  }
};

// Squares are multiplied: exact and fast.
template <class T>
struct PowFloat {
  static T apply(T a, T b) { return b == T(2) ? a * a : std::pow(a, b); }
};

}  // namespace
}  // namespace hr::HR_ISA
