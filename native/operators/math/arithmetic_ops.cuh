// Operations of arithmetic, in their compute type. C semantics, as on the CPU: integers wrap
// around, division truncates, % has the sign of the dividend, shift counts are modulo the width.
// Integer division by 0 gives 0, and so does the remainder, because a kernel cannot raise an error.
#pragma once
#include "gpu/device/types.cuh"

template <class T>
struct UnsignedOf {
  using type = T;
};
template <>
struct UnsignedOf<i8> {
  using type = u8;
};
template <>
struct UnsignedOf<i16> {
  using type = u16;
};
template <>
struct UnsignedOf<i32> {
  using type = u32;
};
template <>
struct UnsignedOf<i64> {
  using type = u64;
};
template <bool B, class X, class Y>
struct Choose {
  using type = X;
};
template <class X, class Y>
struct Choose<false, X, Y> {
  using type = Y;
};
// Unsigned and at least 32 bits, so that no signed overflow occurs.
template <class T>
using Wrap = typename Choose<(sizeof(T) < 4), u32, typename UnsignedOf<T>::type>::type;

#define HR_OPERATION2(Name)                 \
  struct Name {                             \
    template <class T>                      \
    __device__ static auto apply(T a, T b); \
  };                                        \
  template <class T>                        \
  __device__ inline auto Name::apply(T a, T b)

HR_OPERATION2(Add) {
  if constexpr (is_float<T>)
    return a + b;
  else
    return (T)((Wrap<T>)a + (Wrap<T>)b);
}
HR_OPERATION2(Sub) {
  if constexpr (is_float<T>)
    return a - b;
  else
    return (T)((Wrap<T>)a - (Wrap<T>)b);
}
HR_OPERATION2(Mul) {
  if constexpr (is_float<T>)
    return a * b;
  else if constexpr (is_bool<T>)
    return a && b;
  else
    return (T)((Wrap<T>)a * (Wrap<T>)b);
}
HR_OPERATION2(Div) { return a / b; }
HR_OPERATION2(Floordiv) {
  if constexpr (is_float<T>) {
    return a / b;
  } else {
    if (b == T(0)) return T(0);
    if constexpr (Limits<T>::is_signed) {  // minimum / -1 wraps around, like its negation
      if (b == T(-1)) return (T)(Wrap<T>(0) - (Wrap<T>)a);
    }
    return (T)(a / b);
  }
}
HR_OPERATION2(Mod) {
  if constexpr (same<T, float>) {
    return fmodf(a, b);
  } else if constexpr (same<T, double>) {
    return fmod(a, b);
  } else {
    if (b == T(0)) return T(0);
    if constexpr (Limits<T>::is_signed) {
      if (b == T(-1)) return T(0);
    }
    return (T)(a % b);
  }
}
// Integers wrap around, negative exponents give 0; squares of floats are multiplications.
HR_OPERATION2(Pow) {
  if constexpr (same<T, float>) {
    return b == 2.0f ? a * a : powf(a, b);
  } else if constexpr (same<T, double>) {
    return b == 2.0 ? a * a : pow(a, b);
  } else {
    if constexpr (Limits<T>::is_signed) {
      if (b < T(0)) return T(0);
    }
    Wrap<T> base = (Wrap<T>)a, result = 1;
    for (auto e = (typename UnsignedOf<T>::type)b; e; e >>= 1) {
      if (e & 1) result *= base;
      base *= base;
    }
    return (T)result;
  }
}
HR_OPERATION2(BitAnd) { return (T)(a & b); }
HR_OPERATION2(BitOr) { return (T)(a | b); }
HR_OPERATION2(BitXor) { return (T)(a ^ b); }
HR_OPERATION2(Shl) {
  if constexpr (is_bool<T>)
    return a;
  else
    return (T)((Wrap<T>)a << (b & (sizeof(T) == 8 ? 63 : 31)));
}
HR_OPERATION2(Shr) {
  if constexpr (is_bool<T>)
    return a && !b;
  else
    return (T)(a >> (b & (sizeof(T) == 8 ? 63 : 31)));
}
HR_OPERATION2(Eq) { return a == b; }
HR_OPERATION2(Ne) { return a != b; }
HR_OPERATION2(Lt) { return a < b; }
HR_OPERATION2(Le) { return a <= b; }
HR_OPERATION2(Gt) { return a > b; }
HR_OPERATION2(Ge) { return a >= b; }
HR_OPERATION2(Min) { return a < b ? a : b; }
HR_OPERATION2(Max) { return a > b ? a : b; }
HR_OPERATION2(Atan2) {
  if constexpr (same<T, float>)
    return atan2f(a, b);
  else
    return atan2(a, b);
}
#undef HR_OPERATION2

// uint64 with int64, by value: a negative number is less than any uint64.
template <class F, bool IfNegative>
struct Mixed {
  __device__ static bool apply(u64 a, i64 b) { return b < 0 ? IfNegative : F::apply(a, (u64)b); }
};
using MixedEq = Mixed<Eq, false>;
using MixedNe = Mixed<Ne, true>;
using MixedLt = Mixed<Lt, false>;
using MixedLe = Mixed<Le, false>;
using MixedGt = Mixed<Gt, true>;
using MixedGe = Mixed<Ge, true>;

struct Clamp {  // hi wins if lo > hi; NaN bounds are ignored
  template <class T>
  __device__ static T apply(T v, T lo, T hi) {
    T t = v < lo ? lo : v;
    return t > hi ? hi : t;
  }
};

struct Neg {
  template <class T>
  __device__ static T apply(T a) {
    if constexpr (is_float<T>)
      return -a;
    else
      return (T)(Wrap<T>(0) - (Wrap<T>)a);
  }
};
struct Pos {
  template <class T>
  __device__ static T apply(T a) {
    return a;
  }
};
struct Abs {
  template <class T>
  __device__ static T apply(T a) {
    if constexpr (same<T, float>)
      return fabsf(a);
    else if constexpr (same<T, double>)
      return fabs(a);
    else
      return a < T(0) ? Neg::apply(a) : a;
  }
};
struct Invert {
  template <class T>
  __device__ static T apply(T a) {
    if constexpr (is_bool<T>)
      return !a;
    else
      return (T)~a;
  }
};

#define HR_FUNCTION(Name, of_float, of_double)                     \
  struct Name {                                                    \
    __device__ static float apply(float x) { return of_float; }    \
    __device__ static double apply(double x) { return of_double; } \
  };
HR_FUNCTION(Sqrt, sqrtf(x), sqrt(x))
HR_FUNCTION(Rsqrt, 1.0f / sqrtf(x), 1.0 / sqrt(x))
HR_FUNCTION(Cbrt, cbrtf(x), cbrt(x))
HR_FUNCTION(Exp, expf(x), exp(x))
HR_FUNCTION(Log, logf(x), log(x))
HR_FUNCTION(Log2, log2f(x), log2(x))
HR_FUNCTION(Log10, log10f(x), log10(x))
HR_FUNCTION(Floor, floorf(x), floor(x))
HR_FUNCTION(Ceil, ceilf(x), ceil(x))
HR_FUNCTION(Sin, sinf(x), sin(x))
HR_FUNCTION(Cos, cosf(x), cos(x))
HR_FUNCTION(Tan, tanf(x), tan(x))
HR_FUNCTION(Asin, asinf(x), asin(x))
HR_FUNCTION(Acos, acosf(x), acos(x))
HR_FUNCTION(Atan, atanf(x), atan(x))
HR_FUNCTION(Sinh, sinhf(x), sinh(x))
HR_FUNCTION(Cosh, coshf(x), cosh(x))
HR_FUNCTION(Tanh, tanhf(x), tanh(x))
HR_FUNCTION(Asinh, asinhf(x), asinh(x))
HR_FUNCTION(Acosh, acoshf(x), acosh(x))
HR_FUNCTION(Atanh, atanhf(x), atanh(x))
#undef HR_FUNCTION
