// Vectors of 16-bit integers, with exact 32-bit sums of two products.
//
// x86 has an instruction for these sums (pmaddwd) that compilers do not find; the rest is plain
// vector arithmetic.
#pragma once
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace hr::HR_ISA {

#if defined(__AVX2__)
constexpr int kShorts = 16;
#else
constexpr int kShorts = 8;
#endif
typedef int16_t Shorts __attribute__((vector_size(2 * kShorts)));
typedef int32_t Ints __attribute__((vector_size(2 * kShorts)));

inline Shorts load(const int16_t* p) {
  Shorts v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline void store(int16_t* p, Shorts v) { std::memcpy(p, &v, sizeof v); }
inline Shorts all(int x) { return Shorts{} + static_cast<int16_t>(x); }

// Bytes to 16-bit numbers, and back with clamping.
inline Shorts load(const uint8_t* p) {
  typedef uint8_t Bytes __attribute__((vector_size(kShorts)));
  Bytes b;
  std::memcpy(&b, p, sizeof b);
  return __builtin_convertvector(b, Shorts);
}
inline void store(uint8_t* p, Shorts v) {
#if defined(__AVX2__)
  __m256i x = reinterpret_cast<__m256i>(v);
  x = _mm256_permute4x64_epi64(_mm256_packus_epi16(x, x), 0x08);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_castsi256_si128(x));
#elif defined(__SSE2__)
  __m128i x = reinterpret_cast<__m128i>(v);
  _mm_storel_epi64(reinterpret_cast<__m128i*>(p), _mm_packus_epi16(x, x));
#else
  for (int i = 0; i < kShorts; i++)
    p[i] = static_cast<uint8_t>(v[i] < 0 ? 0 : v[i] > 255 ? 255 : v[i]);
#endif
}

// Stores two vectors at once: cheaper than one after the other.
inline void store(uint8_t* p, Shorts a, Shorts b) {
#if defined(__AVX2__)
  __m256i x = _mm256_packus_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm256_permute4x64_epi64(x, 0xD8));
#elif defined(__SSE2__)
  __m128i x = _mm_packus_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), x);
#else
  store(p, a);
  store(p + kShorts, b);
#endif
}

// Upper 16 bits of unsigned products.
inline Shorts high_of_product(Shorts a, Shorts b) {
#if defined(__AVX2__)
  return reinterpret_cast<Shorts>(
      _mm256_mulhi_epu16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
  return reinterpret_cast<Shorts>(
      _mm_mulhi_epu16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
  Shorts r{};
  for (int i = 0; i < kShorts; i++)
    r[i] = static_cast<int16_t>((uint32_t(uint16_t(a[i])) * uint16_t(b[i])) >> 16);
  return r;
#endif
}

// Interleaved elements of a and b, in unspecified order: `pack` undoes it.
struct Pairs {
  Shorts low, high;
};
// 32-bit numbers in the same order.
struct Wide {
  Ints low, high;

  Wide operator+(const Wide& o) const { return {low + o.low, high + o.high}; }
  Wide operator-(const Wide& o) const { return {low - o.low, high - o.high}; }
  Wide operator+(int x) const { return {low + x, high + x}; }
  Wide operator>>(int bits) const { return {low >> bits, high >> bits}; }
};

inline Pairs pairs(Shorts a, Shorts b) {
#if defined(__AVX2__)
  __m256i x = reinterpret_cast<__m256i>(a), y = reinterpret_cast<__m256i>(b);
  return {reinterpret_cast<Shorts>(_mm256_unpacklo_epi16(x, y)),
          reinterpret_cast<Shorts>(_mm256_unpackhi_epi16(x, y))};
#elif defined(__SSE2__)
  __m128i x = reinterpret_cast<__m128i>(a), y = reinterpret_cast<__m128i>(b);
  return {reinterpret_cast<Shorts>(_mm_unpacklo_epi16(x, y)),
          reinterpret_cast<Shorts>(_mm_unpackhi_epi16(x, y))};
#else
  Pairs r{};
  for (int i = 0; i < kShorts / 2; i++) {
    r.low[2 * i] = a[i], r.low[2 * i + 1] = b[i];
    r.high[2 * i] = a[i + kShorts / 2], r.high[2 * i + 1] = b[i + kShorts / 2];
  }
  return r;
#endif
}

inline Ints sum_of_products(Shorts p, int ka, int kb) {
#if defined(__SSE2__)
  Ints k = Ints{} + static_cast<int32_t>((static_cast<uint32_t>(kb) << 16) | (ka & 0xFFFF));
#endif
#if defined(__AVX2__)
  return reinterpret_cast<Ints>(
      _mm256_madd_epi16(reinterpret_cast<__m256i>(p), reinterpret_cast<__m256i>(k)));
#elif defined(__SSE2__)
  return reinterpret_cast<Ints>(
      _mm_madd_epi16(reinterpret_cast<__m128i>(p), reinterpret_cast<__m128i>(k)));
#else
  Ints r{};
  for (int i = 0; i < kShorts / 2; i++) r[i] = p[2 * i] * ka + p[2 * i + 1] * kb;
  return r;
#endif
}

// a * ka + b * kb; 16-bit factors.
inline Wide sum_of_products(const Pairs& p, int ka, int kb) {
  return {sum_of_products(p.low, ka, kb), sum_of_products(p.high, ka, kb)};
}

// Narrows to 16 bits; values must fit.
inline Shorts pack(const Wide& w) {
#if defined(__AVX2__)
  return reinterpret_cast<Shorts>(
      _mm256_packs_epi32(reinterpret_cast<__m256i>(w.low), reinterpret_cast<__m256i>(w.high)));
#elif defined(__SSE2__)
  return reinterpret_cast<Shorts>(
      _mm_packs_epi32(reinterpret_cast<__m128i>(w.low), reinterpret_cast<__m128i>(w.high)));
#else
  Shorts r{};
  for (int i = 0; i < kShorts / 2; i++) {
    r[i] = static_cast<int16_t>(w.low[i]);
    r[i + kShorts / 2] = static_cast<int16_t>(w.high[i]);
  }
  return r;
#endif
}

}  // namespace hr::HR_ISA
