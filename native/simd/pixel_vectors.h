// Loads adjacent elements of a pixel row as float vectors.
//
// Intrinsics on x86: compilers convert vectors of four or eight small integers one by one. The
// values are the same everywhere.
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace hr::HR_ISA {
namespace {

typedef float Float4 __attribute__((vector_size(16)));

// Types with vector loads.
template <class T>
constexpr bool kVectors = std::is_same_v<T, uint8_t> || std::is_same_v<T, uint16_t> ||
                          std::is_same_v<T, int16_t> || std::is_same_v<T, float>;

#if defined(__SSE2__)
// The low four of eight 16-bit elements.
template <class T>
[[gnu::always_inline]] inline Float4 widen(__m128i v) {
  if constexpr (std::is_signed_v<T>)
    return (Float4)_mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(v, v), 16));
  else
    return (Float4)_mm_cvtepi32_ps(_mm_unpacklo_epi16(v, _mm_setzero_si128()));
}
#endif

template <class T>
[[gnu::always_inline]] inline void load(const T* in, Float4& v) {
  if constexpr (std::is_same_v<T, float>) {
    std::memcpy(&v, in, sizeof v);
    return;
  }
#if defined(__SSE2__)
  if constexpr (sizeof(T) == 1) {
    int32_t raw;
    std::memcpy(&raw, in, sizeof raw);
    v = widen<uint16_t>(_mm_unpacklo_epi8(_mm_cvtsi32_si128(raw), _mm_setzero_si128()));
  } else if constexpr (sizeof(T) == 2) {
    v = widen<T>(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(in)));
  }
#else
  for (int k = 0; k < 4; k++) v[k] = static_cast<float>(in[k]);
#endif
}

#if defined(__AVX2__)
typedef float Float8 __attribute__((vector_size(32)));

template <class T>
[[gnu::always_inline]] inline void load(const T* in, Float8& v) {
  if constexpr (std::is_same_v<T, float>) {
    std::memcpy(&v, in, sizeof v);
  } else {
    __m256i wide{};
    if constexpr (sizeof(T) == 1)
      wide = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(in)));
    else if constexpr (std::is_signed_v<T>)
      wide = _mm256_cvtepi16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(in)));
    else
      wide = _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(in)));
    v = (Float8)_mm256_cvtepi32_ps(wide);
  }
}
#endif

}  // namespace
}  // namespace hr::HR_ISA
