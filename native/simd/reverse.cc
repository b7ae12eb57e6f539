// Reverses rows of items.
#include "simd/reverse.h"

#include <cstring>
#if defined(__SSSE3__)
#include <immintrin.h>
#endif

namespace hr::HR_ISA {
namespace {

template <class T>
void numbers(const uint8_t* in, uint8_t* out, int64_t count) {
  const T* __restrict a = reinterpret_cast<const T*>(in);
  T* __restrict b = reinterpret_cast<T*>(out);
  for (int64_t i = 0; i < count; i++) b[i] = a[count - 1 - i];
}

template <int Size>
void items(const uint8_t* in, uint8_t* out, int64_t count) {
  for (int64_t i = 0; i < count; i++)
    std::memcpy(out + i * Size, in + (count - 1 - i) * Size, Size);
}

// Five 3-byte pixels at a time: of 16 bytes loaded the first is unused; of 16 stored the next store
// overwrites the last.
void rgb(const uint8_t* in, uint8_t* out, int64_t count) {
  int64_t i = 0;
#if defined(__SSSE3__)
  const __m128i order = _mm_setr_epi8(13, 14, 15, 10, 11, 12, 7, 8, 9, 4, 5, 6, 1, 2, 3, 0);
  for (; i + 6 <= count; i += 5) {
    __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + (count - 5 - i) * 3 - 1));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i * 3), _mm_shuffle_epi8(v, order));
  }
#endif
  for (; i < count; i++) {
    const uint8_t* a = in + (count - 1 - i) * 3;
    uint8_t* b = out + i * 3;
    b[0] = a[0];
    b[1] = a[1];
    b[2] = a[2];
  }
}

}  // namespace

const ReverseTable& reverse_table() {
  static const ReverseTable t = [] {
    ReverseTable r{};
    r.f[1] = &numbers<uint8_t>;
    r.f[2] = &numbers<uint16_t>;
    r.f[3] = &rgb;
    r.f[4] = &numbers<uint32_t>;
    r.f[6] = &items<6>;
    r.f[8] = &numbers<uint64_t>;
    r.f[12] = &items<12>;
    r.f[16] = &items<16>;
    return r;
  }();
  return t;
}

}  // namespace hr::HR_ISA
