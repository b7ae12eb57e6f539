// cast on the GPU: floats round half away from zero, everything saturates. p[0]: elements.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "ragged.cuh"

template <class T>
struct Limits;
#define LIMITS(type, lo_, hi_)                    \
  template <>                                     \
  struct Limits<type> {                           \
    static constexpr bool integer = true;         \
    static constexpr type lo = (lo_), hi = (hi_); \
  }
LIMITS(unsigned char, 0, 255);
LIMITS(unsigned short, 0, 65535);
LIMITS(unsigned int, 0, 4294967295u);
LIMITS(unsigned long long, 0, 18446744073709551615ull);
LIMITS(signed char, -128, 127);
LIMITS(short, -32768, 32767);
LIMITS(int, -2147483647 - 1, 2147483647);
LIMITS(long long, -9223372036854775807ll - 1, 9223372036854775807ll);

__device__ inline float real(__half v) { return __half2float(v); }
__device__ inline float real(__nv_bfloat16 v) { return __bfloat162float(v); }
template <class T>
__device__ inline T real(T v) {
  return v;
}

template <class T>
struct Kind {
  static constexpr int k = 0;
};  // 0 integer, 1 float, 2 half, 3 bool
template <>
struct Kind<float> {
  static constexpr int k = 1;
};
template <>
struct Kind<double> {
  static constexpr int k = 1;
};
template <>
struct Kind<__half> {
  static constexpr int k = 2;
};
template <>
struct Kind<__nv_bfloat16> {
  static constexpr int k = 2;
};
template <>
struct Kind<bool> {
  static constexpr int k = 3;
};

template <class To>
__device__ inline To half_from(float v);
template <>
__device__ inline __half half_from<__half>(float v) {
  return __float2half_rn(v);
}
template <>
__device__ inline __nv_bfloat16 half_from<__nv_bfloat16>(float v) {
  return __float2bfloat16_rn(v);
}

template <class To, class From>
__device__ To convert(From raw) {
  auto v = real(raw);
  using V = decltype(v);
  if constexpr (Kind<To>::k == 3)
    return v != V(0);
  else if constexpr (Kind<To>::k == 2)
    return half_from<To>((float)v);
  else if constexpr (Kind<To>::k == 1)
    return (To)v;
  else if constexpr (Kind<V>::k == 1) {
    if (!(v == v)) return sizeof(To) < 4 || Limits<To>::lo == 0 ? To(0) : Limits<To>::lo;
    V r = round(v);  // half away from zero
    if (r <= (V)Limits<To>::lo) return Limits<To>::lo;
    if (r >= (V)Limits<To>::hi) return Limits<To>::hi;
    return (To)r;
  } else if constexpr (Kind<V>::k == 3) {
    return (To)v;
  } else {
    if (v < V(0)) {
      if (Limits<To>::lo == 0) return 0;
      return (long long)v < (long long)Limits<To>::lo ? Limits<To>::lo : (To)v;
    }
    return (unsigned long long)v > (unsigned long long)Limits<To>::hi ? Limits<To>::hi : (To)v;
  }
}

extern "C" __global__ void cast(const Sample* samples) {
  const Sample& s = samples[blockIdx.y];
  const FROM* in = (const FROM*)s.in;
  TO* out = (TO*)s.out;
  for_each(samples, s.p[0], [&](int64 i) { out[i] = convert<TO>(in[i]); });
}
