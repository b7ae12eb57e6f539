// Byte lookup in tables of 256 entries.
//
// With AVX-512 the table is held in registers; otherwise one load per byte.
#pragma once
#include <cstdint>
#if defined(__AVX512BW__)
#include <immintrin.h>
#endif

namespace hr::HR_ISA {

template <class T>
inline void look_up_rest(const uint8_t* in, T* out, int64_t i, int64_t n, const T* table) {
  for (; i < n; i++) out[i] = table[in[i]];
}

#if defined(__AVX512BW__)

inline __m512i load_as_words(const uint8_t* in) {
  return _mm512_cvtepu8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(in)));
}

// `in` may equal `out`. Masked form of the last conversion: GCC warns about the unmasked one.
inline void look_up_bytes(const uint8_t* in, uint8_t* out, int64_t n, const uint8_t* table) {
  __m512i part[4];  // words of two entries each
  for (int k = 0; k < 4; k++) part[k] = _mm512_loadu_si512(table + 64 * k);
  int64_t i = 0;
  for (; i + 32 <= n; i += 32) {
    __m512i v = load_as_words(in + i), word = _mm512_srli_epi16(v, 1);
    __m512i low = _mm512_permutex2var_epi16(part[0], word, part[1]);
    __m512i high = _mm512_permutex2var_epi16(part[2], word, part[3]);
    __mmask32 is_high = _mm512_test_epi16_mask(v, _mm512_set1_epi16(128));
    __m512i two = _mm512_mask_blend_epi16(is_high, low, high);
    __m512i odd = _mm512_slli_epi16(_mm512_and_si512(v, _mm512_set1_epi16(1)), 3);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i),
                        _mm512_maskz_cvtepi16_epi8(~0u, _mm512_srlv_epi16(two, odd)));
  }
  look_up_rest(in, out, i, n, table);
}

inline void look_up_words(const uint8_t* in, int16_t* out, int64_t n, const int16_t* table) {
  __m512i part[8];
  for (int k = 0; k < 8; k++) part[k] = _mm512_loadu_si512(table + 32 * k);
  int64_t i = 0;
  for (; i + 32 <= n; i += 32) {
    __m512i v = load_as_words(in + i), quarter[4];
    for (int k = 0; k < 4; k++)
      quarter[k] = _mm512_permutex2var_epi16(part[2 * k], v, part[2 * k + 1]);
    __mmask32 odd = _mm512_test_epi16_mask(v, _mm512_set1_epi16(64)),
              high = _mm512_test_epi16_mask(v, _mm512_set1_epi16(128));
    __m512i found =
        _mm512_mask_blend_epi16(high, _mm512_mask_blend_epi16(odd, quarter[0], quarter[1]),
                                _mm512_mask_blend_epi16(odd, quarter[2], quarter[3]));
    _mm512_storeu_si512(out + i, found);
  }
  look_up_rest(in, out, i, n, table);
}

#else

inline void look_up_bytes(const uint8_t* in, uint8_t* out, int64_t n, const uint8_t* table) {
  look_up_rest(in, out, 0, n, table);
}
inline void look_up_words(const uint8_t* in, int16_t* out, int64_t n, const int16_t* table) {
  look_up_rest(in, out, 0, n, table);
}

#endif

}  // namespace hr::HR_ISA
