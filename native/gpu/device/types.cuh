// Element types, conversions and pixels, by the rules of base/dtype.h.
#pragma once
#include "gpu/device/launch.cuh"

using namespace hrk;

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;

template <class A, class B>
inline constexpr bool same = false;
template <class A>
inline constexpr bool same<A, A> = true;
template <bool>
struct IfTrue;
template <>
struct IfTrue<true> {
  using type = void;
};
template <bool B>
using EnableIf = typename IfTrue<B>::type;

// 16-bit floats convert by integer arithmetic: the same bits as on the CPU.
struct bf16 {
  u16 bits;
  bf16() = default;
  __device__ explicit bf16(float f) {
    u32 u = __float_as_uint(f);
    u32 rounded = (u + 0x7FFFu + ((u >> 16) & 1u)) >> 16, quiet_nan = (u >> 16) | 0x40u;
    bits = (u16)((u & 0x7FFFFFFFu) > 0x7F800000u ? quiet_nan : rounded);
  }
  __device__ operator float() const { return __uint_as_float((u32)bits << 16); }
};

struct f16 {
  u16 bits;
  f16() = default;
  __device__ explicit f16(float f) {
    u32 u = __float_as_uint(f), sign = (u >> 16) & 0x8000u, a = u & 0x7FFFFFFFu;
#ifdef __CUDA_ARCH__  // one instruction; only NaN needs a fix-up
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(f));
    if ((bits & 0x7FFFu) > 0x7C00u) bits = (u16)(0x7E00u | sign);
    return;
#endif
    u32 normal = (a - 0x38000000u + 0xFFFu + ((a >> 13) & 1u)) >> 13;
    u32 small = __float_as_uint(__uint_as_float(a) + __uint_as_float(0x3F000000u)) - 0x3F000000u;
    u32 r = a < 0x38800000u ? small : normal;
    r = a >= 0x477FF000u ? 0x7C00u : r;
    r = a > 0x7F800000u ? 0x7E00u : r;
    bits = (u16)(r | sign);
  }
  __device__ operator float() const {
    u32 sign = (u32)(bits & 0x8000u) << 16, m = bits & 0x7FFFu;
    u32 normal = (m << 13) + 0x38000000u;
    u32 small =
        __float_as_uint(__uint_as_float((m << 13) + 0x38800000u) - __uint_as_float(0x38800000u));
    u32 special = (m << 13) + 0x70000000u;
    u32 r = m < 0x400u ? small : m >= 0x7C00u ? special : normal;
    return __uint_as_float(r | sign);
  }
};

template <class T>
inline constexpr bool is_half = same<T, f16> || same<T, bf16>;
template <class T>
inline constexpr bool is_float = same<T, float> || same<T, double>;
template <class T>
inline constexpr bool is_real = is_float<T> || is_half<T>;
template <class T>
inline constexpr bool is_bool = same<T, bool>;

template <class T>
struct Limits {
  static constexpr bool is_signed = T(-1) < T(0);
  static constexpr T hi = is_signed ? T((u64(1) << (8 * sizeof(T) - 1)) - 1) : T(-1);
  static constexpr T lo = is_signed ? T(-hi - 1) : T(0);
};

// Conversion of `cast`: rounds half away from zero, saturates.
template <class To, class From>
__device__ inline To convert(From v) {
  if constexpr (same<To, From>) {
    return v;
  } else if constexpr (is_half<From>) {
    return convert<To, float>((float)v);
  } else if constexpr (is_bool<To>) {
    return v != From(0);
  } else if constexpr (is_half<To>) {
    return To((float)v);
  } else if constexpr (is_float<To>) {
    return (To)v;
  } else if constexpr (is_float<From>) {
    constexpr From half = same<From, float> ? From(0.49999997f) : From(0.49999999999999994);
    constexpr From lo = (From)Limits<To>::lo, hi = (From)Limits<To>::hi;
    if constexpr (sizeof(To) < 4 && !Limits<To>::is_signed && same<From, float>) {
      return (To)(u32)(fminf(fmaxf(v, 0.0f), hi) + half);  // NaN becomes 0 too
    } else if constexpr (sizeof(To) < 4) {
      From c = v == v ? v : From(0);
      c = c > lo ? c : lo;
      c = c < hi ? c : hi;
      return (To)(i32)(c + (c < From(0) ? -half : half));
    } else {
      if (!(v == v)) return Limits<To>::is_signed ? Limits<To>::lo : To(0);
      From r = v + (v < From(0) ? -half : half);
      From size = v < From(0) ? -v : v;
      if (size >= From(same<From, float> ? 8388608.0 : 4503599627370496.0)) r = v;
      if (r <= lo) return Limits<To>::lo;
      if (r >= hi) return Limits<To>::hi;
      return (To)r;
    }
  } else if constexpr (is_bool<From>) {
    return (To)v;
  } else {
    constexpr To lo = Limits<To>::lo, hi = Limits<To>::hi;
    if constexpr (Limits<From>::is_signed == Limits<To>::is_signed) {
      if constexpr (sizeof(To) < sizeof(From)) {
        v = v < (From)lo ? (From)lo : v;
        v = v > (From)hi ? (From)hi : v;
      }
      return (To)v;
    } else if constexpr (Limits<From>::is_signed) {
      if (v < 0) return 0;
      if constexpr (sizeof(To) < sizeof(From)) {
        if (v > (From)hi) return hi;
      }
      return (To)v;
    } else {
      if constexpr (sizeof(To) <= sizeof(From)) {
        if (v > (From)hi) return hi;
      }
      return (To)v;
    }
  }
}

// Rounds half to even, as the CPU's resampling does.
template <class To>
__device__ inline To convert_even(float v) {
  if constexpr (is_real<To> || is_bool<To> || sizeof(To) == 8) {
    return convert<To>(v);
  } else if constexpr (sizeof(To) < 4 && !Limits<To>::is_signed) {
    return (To)__float2uint_rn(fminf(fmaxf(v, 0.0f), (float)Limits<To>::hi));  // NaN: 0
  } else {
    const bool nan = !(v == v);
    if (nan && sizeof(To) == 4 && Limits<To>::is_signed) return Limits<To>::lo;
    float c = nan ? 0.0f : v;
    c = c > (float)Limits<To>::lo ? c : (float)Limits<To>::lo;
    if (c >= (float)Limits<To>::hi) return Limits<To>::hi;
    return (To)rintf(c);
  }
}

// A pixel of N channels, or one element.
template <class T_, int N_>
struct Px {
  using T = T_;
  static constexpr int N = N_;
  T v[N];
};

// Packs a 3-byte pixel into a word.
template <class T>
__device__ inline u32 packed(const Px<T, 3>& v) {
  return __byte_perm(__byte_perm((u8)v.v[0], (u8)v.v[1], 0x5540u), (u8)v.v[2], 0x5410u);
}

// Keeps the compiler from rematerializing v to save a register.
__device__ inline void computed_once(int& v) {
#ifdef __CUDA_ARCH__
  asm volatile("" : "+r"(v));
#endif
}

__device__ inline int clamp_int(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
