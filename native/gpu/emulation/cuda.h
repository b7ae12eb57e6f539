// CUDA built-ins for the host compiler: qualifiers, vector types, intrinsics.
//
// Includes no standard headers: kernels must see only what NVRTC provides, and compiling stays
// fast. The threads of a block take turns, so atomics are plain operations.
#pragma once

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __shared__ static
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_assume(x)

typedef __SIZE_TYPE__ size_t;

#define HR_VECTORS(T, name, align2, align4)                          \
  struct name##1 { T x; };                                           \
  struct __align__(align2) name##2 { T x, y; };                      \
  struct name##3 { T x, y, z; };                                     \
  struct __align__(align4) name##4 { T x, y, z, w; };                \
  inline name##1 make_##name##1(T x) { return {x}; }                 \
  inline name##2 make_##name##2(T x, T y) { return {x, y}; }         \
  inline name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; } \
  inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
HR_VECTORS(signed char, char, 2, 4)
HR_VECTORS(unsigned char, uchar, 2, 4)
HR_VECTORS(short, short, 4, 8)
HR_VECTORS(unsigned short, ushort, 4, 8)
HR_VECTORS(int, int, 8, 16)
HR_VECTORS(unsigned, uint, 8, 16)
HR_VECTORS(long long, longlong, 16, 16)
HR_VECTORS(unsigned long long, ulonglong, 16, 16)
HR_VECTORS(float, float, 8, 16)
HR_VECTORS(double, double, 16, 16)
#undef HR_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

static uint3 threadIdx, blockIdx;
static dim3 blockDim, gridDim;
static constexpr int warpSize = 32;

// ---- numbers ----------------------------------------------------------------------------------

extern "C" {
int printf(const char*, ...);
int dprintf(int, const char*, ...);
void* memcpy(void*, const void*, size_t);
void* memset(void*, int, size_t);
}
#define assert(x) \
  ((x) ? (void)0 : (dprintf(2, "%s:%d: %s\n", __FILE__, __LINE__, #x), __builtin_trap()))

#define HR_MATH1(name)             \
  extern "C" float name##f(float); \
  extern "C" double name(double);  \
  inline float name(float x) { return name##f(x); }
#define HR_MATH2(name)                    \
  extern "C" float name##f(float, float); \
  extern "C" double name(double, double); \
  inline float name(float x, float y) { return name##f(x, y); }
// clang-format off
HR_MATH1(sqrt) HR_MATH1(cbrt) HR_MATH1(fabs) HR_MATH1(floor) HR_MATH1(ceil) HR_MATH1(trunc)
HR_MATH1(round) HR_MATH1(rint) HR_MATH1(nearbyint) HR_MATH1(exp) HR_MATH1(exp2) HR_MATH1(expm1)
HR_MATH1(log) HR_MATH1(log2) HR_MATH1(log10) HR_MATH1(log1p) HR_MATH1(sin) HR_MATH1(cos)
HR_MATH1(tan) HR_MATH1(asin) HR_MATH1(acos) HR_MATH1(atan) HR_MATH1(sinh) HR_MATH1(cosh)
HR_MATH1(tanh) HR_MATH1(asinh) HR_MATH1(acosh) HR_MATH1(atanh) HR_MATH1(erf) HR_MATH1(erfc)
HR_MATH1(tgamma) HR_MATH1(lgamma) HR_MATH1(logb)
HR_MATH2(pow) HR_MATH2(atan2) HR_MATH2(hypot) HR_MATH2(fmod) HR_MATH2(remainder) HR_MATH2(copysign)
HR_MATH2(fmin) HR_MATH2(fmax) HR_MATH2(fdim) HR_MATH2(nextafter)
// clang-format on
#undef HR_MATH1
#undef HR_MATH2

                                extern "C" {
  float fmaf(float, float, float), ldexpf(float, int), frexpf(float, int*), modff(float, float*);
  double fma(double, double, double), ldexp(double, int), frexp(double, int*),
      modf(double, double*);
  void sincosf(float, float*, float*), sincos(double, double*, double*);
  long lrintf(float), lrint(double), lroundf(float), lround(double);
  long long llrintf(float), llrint(double), llroundf(float), llround(double);
  int abs(int);
  long labs(long);
  long long llabs(long long);
}
inline float fma(float a, float b, float c) { return fmaf(a, b, c); }
inline float ldexp(float x, int e) { return ldexpf(x, e); }
inline float pow(float x, int e) { return powf(x, (float)e); }
inline double pow(double x, int e) { return pow(x, (double)e); }
inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline float rsqrt(float x) { return rsqrtf(x); }
inline float exp10f(float x) { return (float)pow(10.0, (double)x); }
inline double exp10(double x) { return pow(10.0, x); }
inline long abs(long x) { return labs(x); }
inline long long abs(long long x) { return llabs(x); }
inline float abs(float x) { return fabsf(x); }
inline double abs(double x) { return fabs(x); }
inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
#define HR_CLASSES(T)                                         \
  inline bool isnan(T x) { return __builtin_isnan(x); }       \
  inline bool isinf(T x) { return __builtin_isinf(x); }       \
  inline bool isfinite(T x) { return __builtin_isfinite(x); } \
  inline bool signbit(T x) { return __builtin_signbit(x); }
HR_CLASSES(float)
HR_CLASSES(double)
#undef HR_CLASSES

#define HR_MIN_MAX(A, B, R)                                    \
  inline R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; } \
  inline R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
#define HR_MIN_MAX_OF(I)                         \
  HR_MIN_MAX(I, I, I)                            \
  HR_MIN_MAX(unsigned I, unsigned I, unsigned I) \
  HR_MIN_MAX(I, unsigned I, unsigned I)          \
  HR_MIN_MAX(unsigned I, I, unsigned I)
HR_MIN_MAX_OF(int)
HR_MIN_MAX_OF(long)
HR_MIN_MAX_OF(long long)
#undef HR_MIN_MAX_OF
#undef HR_MIN_MAX
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
#define HR_MIN_MAX_DOUBLE(A, B)                                      \
  inline double min(A a, B b) { return fmin((double)a, (double)b); } \
  inline double max(A a, B b) { return fmax((double)a, (double)b); }
HR_MIN_MAX_DOUBLE(double, double)
HR_MIN_MAX_DOUBLE(float, double)
HR_MIN_MAX_DOUBLE(double, float)
#undef HR_MIN_MAX_DOUBLE

// ---- bits; arithmetic with explicit rounding ---------------------------------------------------

inline unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
inline int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
inline float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
inline float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
inline long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
inline double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
inline int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
inline int __double2loint(double x) { return (int)__double_as_longlong(x); }
inline double __hiloint2double(int hi, int lo) {
  return __longlong_as_double((long long)((unsigned long long)hi << 32 | (unsigned)lo));
}

inline int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((size_t)a * b >> 32); }
inline long long __mul64hi(long long a, long long b) { return (__int128)a * b >> 64; }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned __int128)a * b >> 64;
}
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) {
  unsigned r = 0;
  for (int i = 0; i < 32; i++) r |= (x >> i & 1u) << (31 - i);
  return r;
}
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  unsigned long long bytes = (unsigned long long)y << 32 | x;
  unsigned r = 0;
  for (int i = 0; i < 4; i++) r |= (unsigned)(bytes >> (s >> 4 * i & 7) * 8 & 255) << 8 * i;
  return r;
}
inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return c + (a & 65535u) * (b & 255u) + (a >> 16) * (b >> 8 & 255u);
}
inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }
inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned s) {
  return (unsigned)(((unsigned long long)hi << 32 | lo) << (s & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned s) {
  return (unsigned)(((unsigned long long)hi << 32 | lo) >> (s & 31));
}

#define HR_ROUNDED(T, prefix, sqrt_of)                 \
  inline T prefix##add_rn(T a, T b) { return a + b; }  \
  inline T prefix##sub_rn(T a, T b) { return a - b; }  \
  inline T prefix##mul_rn(T a, T b) { return a * b; }  \
  inline T prefix##div_rn(T a, T b) { return a / b; }  \
  inline T prefix##sqrt_rn(T a) { return sqrt_of(a); } \
  inline T prefix##rcp_rn(T a) { return 1 / a; }
HR_ROUNDED(float, __f, sqrtf)
HR_ROUNDED(double, __d, sqrt)
#undef HR_ROUNDED
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }

namespace hr_emulation {
// Converts an already rounded float to an integer, saturating. NaN follows CUDA's rules per type.
template <class I, class F>
inline I saturated(F x) {
  constexpr int bits = 8 * sizeof(I);
  constexpr bool sign = I(-1) < I(0);
  constexpr I hi = I(~0ull >> (64 - bits + sign)), lo = sign ? -hi - 1 : 0;
  if (!(x == x)) return bits + 8 * sizeof(F) == 64 ? I(0) : I(1ull << (bits - 1));
  return x >= (F)hi ? hi : x <= (F)lo ? lo : I(x);
}
}  // namespace hr_emulation
#define HR_TO_INTEGER(F, from, I, to)                                                 \
  inline I __##from##2##to##_rn(F x) { return hr_emulation::saturated<I>(rint(x)); }  \
  inline I __##from##2##to##_rz(F x) { return hr_emulation::saturated<I>(trunc(x)); } \
  inline I __##from##2##to##_rd(F x) { return hr_emulation::saturated<I>(floor(x)); } \
  inline I __##from##2##to##_ru(F x) { return hr_emulation::saturated<I>(ceil(x)); }
HR_TO_INTEGER(float, float, int, int)
HR_TO_INTEGER(float, float, unsigned, uint)
HR_TO_INTEGER(float, float, long long, ll)
HR_TO_INTEGER(float, float, unsigned long long, ull)
HR_TO_INTEGER(double, double, int, int)
HR_TO_INTEGER(double, double, unsigned, uint)
HR_TO_INTEGER(double, double, long long, ll)
HR_TO_INTEGER(double, double, unsigned long long, ull)
#undef HR_TO_INTEGER
inline float __int2float_rn(int x) { return (float)x; }
inline float __uint2float_rn(unsigned x) { return (float)x; }
inline float __ll2float_rn(long long x) { return (float)x; }
inline float __ull2float_rn(unsigned long long x) { return (float)x; }
inline float __double2float_rn(double x) { return (float)x; }
inline double __ll2double_rn(long long x) { return (double)x; }
inline double __ull2double_rn(unsigned long long x) { return (double)x; }

// ---- memory -----------------------------------------------------------------------------------

template <class T>
inline T __ldg(const T* p) {
  return *p;
}
template <class T>
inline T __ldcs(const T* p) {
  return *p;
}
template <class T>
inline T __ldcg(const T* p) {
  return *p;
}
template <class T>
inline void __stcs(T* p, T v) {
  *p = v;
}
template <class T>
inline void __stcg(T* p, T v) {
  *p = v;
}
inline void __threadfence() {}
inline void __threadfence_block() {}

#define HR_ATOMIC(name, T, value) \
  inline T name(T* p, T v) {      \
    T old = *p;                   \
    *p = (value);                 \
    return old;                   \
  }
#define HR_ATOMIC_INTEGER(T)                  \
  HR_ATOMIC(atomicExch, T, v)                 \
  HR_ATOMIC(atomicMin, T, v < old ? v : old)  \
  HR_ATOMIC(atomicMax, T, v > old ? v : old)  \
  HR_ATOMIC(atomicAnd, T, old& v)             \
  HR_ATOMIC(atomicOr, T, old | v)             \
  HR_ATOMIC(atomicXor, T, old ^ v)            \
  inline T atomicCAS(T* p, T expected, T v) { \
    T old = *p;                               \
    if (old == expected) *p = v;              \
    return old;                               \
  }
HR_ATOMIC_INTEGER(int)
HR_ATOMIC_INTEGER(unsigned)
HR_ATOMIC_INTEGER(unsigned long long)
HR_ATOMIC(atomicMin, long long, v < old ? v : old)
HR_ATOMIC(atomicMax, long long, v > old ? v : old)
HR_ATOMIC(atomicExch, float, v)
HR_ATOMIC(atomicAdd, int, (int)((unsigned)old + (unsigned)v))
HR_ATOMIC(atomicAdd, unsigned, old + v)
HR_ATOMIC(atomicAdd, unsigned long long, old + v)
HR_ATOMIC(atomicAdd, float, old + v)
HR_ATOMIC(atomicAdd, double, old + v)
HR_ATOMIC(atomicSub, int, (int)((unsigned)old - (unsigned)v))
HR_ATOMIC(atomicSub, unsigned, old - v)
#undef HR_ATOMIC_INTEGER
#undef HR_ATOMIC

#include "gpu/emulation/together.h"
