// Weighted sums of image rows: vertical (along columns) and horizontal (along rows).
//
// Uses the vector extensions of GCC and Clang, which split vectors wider than the machine's. Must
// not instantiate inline functions of other headers: the linker would merge instruction sets.
#include "simd/resample.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

// Note [Order of sums]
// Vertical sums run from the first tap to the last. Horizontal sums keep even and odd taps apart, E
// = w₀x₀ + w₂x₂ + …, O = w₁x₁ + w₃x₃ + …, and end with E + O: a vector of eight holds two taps of a
// pixel of up to four channels. Products and sums round separately (-ffp-contract=off), so results
// have the same bits everywhere.

namespace hr::HR_ISA {
namespace {

// Not 16 with AVX-512: 64-byte vectors slow down later work on the core, such as the next image's
// decoder, by more than they gain here (measured on Ice Lake).
#if defined(__AVX__)
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif

// Types ending in At have lower alignment, only for loads and stores at any address. A variable of
// such a type could be spilled to a slot that an aligned instruction then reads.
typedef float Wide __attribute__((vector_size(4 * kLanes)));
typedef float WideAt __attribute__((vector_size(4 * kLanes), aligned(4), may_alias));
#if defined(__AVX__)
typedef float F8 __attribute__((vector_size(32)));
typedef float F8At __attribute__((vector_size(32), aligned(4), may_alias));
typedef double D4 __attribute__((vector_size(32)));
inline F8 eight(const float* p) { return *reinterpret_cast<const F8At*>(p); }
#endif
typedef float F4 __attribute__((vector_size(16)));
typedef float F4At __attribute__((vector_size(16), aligned(4), may_alias));

inline F4 four(const float* p) { return *reinterpret_cast<const F4At*>(p); }
inline void store4(float* p, F4 v) { *reinterpret_cast<F4At*>(p) = v; }
inline void store(float* p, Wide v) { *reinterpret_cast<WideAt*>(p) = v; }

// ---- bytes ↔ floats --------------------------------------------------------------------------
// Intrinsics: GCC 12 converts vectors of bytes one by one and does not vectorise clamping loops.

inline Wide widen(const float* p) { return *reinterpret_cast<const WideAt*>(p); }

inline Wide widen(const uint8_t* p) {
#if defined(__AVX2__)
  __m128i b = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
  return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(b));
#elif defined(__SSE2__)
  int bits;
  __builtin_memcpy(&bits, p, 4);
  __m128i zero = _mm_setzero_si128(), b = _mm_unpacklo_epi8(_mm_cvtsi32_si128(bits), zero);
  return _mm_cvtepi32_ps(_mm_unpacklo_epi16(b, zero));
#else
  return Wide{float(p[0]), float(p[1]), float(p[2]), float(p[3])};
#endif
}

// Rounds half to even, like DALI's resampler (unlike hr::convert).
inline float to_even(float v) {
  constexpr float kShift = 12582912;  // 1.5 · 2²³: the sum has no fraction bits
  return v > -4194304 && v < 4194304 ? (v + kShift) - kShift : v;
}

inline uint8_t narrow(float v) {  // saturates; NaN gives 0
  v = v > 0 ? v : 0;
  return static_cast<uint8_t>(to_even(v < 255 ? v : 255));
}

#if defined(__AVX2__)
inline __m256i narrow8(const float* p) {
  __m256 v = _mm256_max_ps(_mm256_loadu_ps(p), _mm256_setzero_ps());
  return _mm256_cvtps_epi32(_mm256_min_ps(v, _mm256_set1_ps(255)));
}
#elif defined(__SSE2__)
inline __m128i narrow4(const float* p) {
  __m128 v = _mm_max_ps(_mm_loadu_ps(p), _mm_setzero_ps());
  return _mm_cvtps_epi32(_mm_min_ps(v, _mm_set1_ps(255)));
}
#endif

void round_even(const float* in, int64_t n, float* out) {
  for (int64_t i = 0; i < n; i++) out[i] = to_even(in[i]);
}

void store_u8(const float* in, int64_t n, uint8_t* out) {
  int64_t i = 0;
#if defined(__AVX2__)
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  for (; i + 32 <= n; i += 32) {
    __m256i a = _mm256_packs_epi32(narrow8(in + i), narrow8(in + i + 8));
    __m256i b = _mm256_packs_epi32(narrow8(in + i + 16), narrow8(in + i + 24));
    __m256i bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(a, b), order);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), bytes);
  }
#elif defined(__SSE2__)
  for (; i + 16 <= n; i += 16) {
    __m128i a = _mm_packs_epi32(narrow4(in + i), narrow4(in + i + 4));
    __m128i b = _mm_packs_epi32(narrow4(in + i + 8), narrow4(in + i + 12));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), _mm_packus_epi16(a, b));
  }
#endif
  for (; i < n; i++) out[i] = narrow(in[i]);
}

// ---- vertical --------------------------------------------------------------------------------

// kVectors independent sums in registers.
template <int kVectors, class T>
inline void vertical_block(const T* const* rows, const float* weight, int taps, int64_t i,
                           float* out) {
  Wide sum[kVectors];
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; v++) sum[v] = widen(rows[0] + i + v * kLanes) * weight[0];
  for (int k = 1; k < taps; k++) {
    const T* row = rows[k] + i;
    float w = weight[k];
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; v++) sum[v] += widen(row + v * kLanes) * w;
  }
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; v++) store(out + i + v * kLanes, sum[v]);
}

template <class T>
void vertical(const T* const* rows, const float* weight, int taps, int64_t n, float* out) {
  int64_t i = 0;
  for (; i + 4 * kLanes <= n; i += 4 * kLanes) vertical_block<4>(rows, weight, taps, i, out);
  for (; i + kLanes <= n; i += kLanes) vertical_block<1>(rows, weight, taps, i, out);
  if (i == n) return;
  if (n >= kLanes) {  // the last vector overlaps the previous one
    vertical_block<1>(rows, weight, taps, n - kLanes, out);
    return;
  }
  for (; i < n; i++) {
    float sum = static_cast<float>(rows[0][i]) * weight[0];
    for (int k = 1; k < taps; k++) sum += static_cast<float>(rows[k][i]) * weight[k];
    out[i] = sum;
  }
}

// ---- horizontal ------------------------------------------------------------------------------

// Sums of even and odd taps of one pixel: one vector of eight if available, else two of four.
template <int kPixel>
struct Sums {
#if defined(__AVX__)
  F8 both;

  struct Weights {
    F8 ab;
    // Broadcasts both weights as one double: one shuffle instead of three.
    explicit Weights(const float* w) {
      double d;
      __builtin_memcpy(&d, w, sizeof d);
      F8 v = reinterpret_cast<F8>(D4{d, d, d, d});
      if constexpr (kPixel == 3)
        ab = __builtin_shufflevector(v, v, 0, 0, 0, 1, 1, 1, 1, 1);
      else
        ab = __builtin_shufflevector(v, v, 0, 0, 0, 0, 1, 1, 1, 1);
    }
  };
  void set(const float* p, const Weights& w) { both = eight(p) * w.ab; }
  void add(const float* p, const Weights& w) { both += eight(p) * w.ab; }
  F4 even() const { return __builtin_shufflevector(both, both, 0, 1, 2, 3); }
  F4 odd() const {
    if constexpr (kPixel == 3)
      return __builtin_shufflevector(both, both, 3, 4, 5, 6);
    else
      return __builtin_shufflevector(both, both, 4, 5, 6, 7);
  }
#else
  F4 e, o;

  struct Weights {
    float a, b;
    explicit Weights(const float* w) : a(w[0]), b(w[1]) {}
  };
  void set(const float* p, const Weights& w) { e = four(p) * w.a, o = four(p + kPixel) * w.b; }
  void add(const float* p, const Weights& w) { e += four(p) * w.a, o += four(p + kPixel) * w.b; }
  F4 even() const { return e; }
  F4 odd() const { return o; }
#endif
};

// kPixel: floats per pixel, 3 or 4. kTaps: number of taps, or 0 for `taps` > 1. kRows rows share
// the loaded weights.
template <int kPixel, int kTaps, int kRows>
void horizontal_rows(const float* const* in, float* const* out, const int32_t* start,
                     const float* weight, int taps, int64_t out_size) {
  using Weights = typename Sums<kPixel>::Weights;
  const int n = kTaps ? kTaps : taps;
  const float* from[kRows];
  float* to[kRows];
  for (int r = 0; r < kRows; r++) from[r] = in[r], to[r] = out[r];
  for (int64_t i = 0; i < out_size; i++, weight += n) {
    const int64_t at = static_cast<int64_t>(start[i]) * kPixel;
    if constexpr (kTaps == 1) {
#pragma GCC unroll 4
      for (int r = 0; r < kRows; r++) store4(to[r] + i * kPixel, four(from[r] + at) * weight[0]);
    } else {
      Sums<kPixel> sum[kRows];
      const Weights first(weight);
#pragma GCC unroll 4
      for (int r = 0; r < kRows; r++) sum[r].set(from[r] + at, first);
#pragma GCC unroll 4
      for (int k = 2; k + 1 < n; k += 2) {
        const Weights next(weight + k);
#pragma GCC unroll 4
        for (int r = 0; r < kRows; r++) sum[r].add(from[r] + at + k * kPixel, next);
      }
#pragma GCC unroll 4
      for (int r = 0; r < kRows; r++) {
        F4 even = sum[r].even();
        if (n % 2) even += four(from[r] + at + (n - 1) * kPixel) * weight[n - 1];
        store4(to[r] + i * kPixel, even + sum[r].odd());
      }
    }
  }
}

template <int kPixel, int kRows>
void horizontal_pixels(const float* const* in, float* const* out, const int32_t* start,
                       const float* weight, int taps, int64_t n) {
  switch (taps) {
    case 1:
      return horizontal_rows<kPixel, 1, kRows>(in, out, start, weight, taps, n);
    case 2:
      return horizontal_rows<kPixel, 2, kRows>(in, out, start, weight, taps, n);
    case 3:
      return horizontal_rows<kPixel, 3, kRows>(in, out, start, weight, taps, n);
    case 4:
      return horizontal_rows<kPixel, 4, kRows>(in, out, start, weight, taps, n);
    case 5:
      return horizontal_rows<kPixel, 5, kRows>(in, out, start, weight, taps, n);
    case 6:
      return horizontal_rows<kPixel, 6, kRows>(in, out, start, weight, taps, n);
    default:
      return horizontal_rows<kPixel, 0, kRows>(in, out, start, weight, taps, n);
  }
}

// Any number of channels, four at a time; the next pixel overwrites the excess.
void horizontal_any(const float* in, float* out, int64_t channels, const int32_t* start,
                    const float* weight, int taps, int64_t out_size) {
  for (int64_t i = 0; i < out_size; i++, weight += taps) {
    const float* pixel = in + start[i] * channels;
    for (int64_t c = 0; c < channels; c += 4) {
      F4 even = four(pixel + c) * weight[0];
      for (int k = 2; k < taps; k += 2) even += four(pixel + k * channels + c) * weight[k];
      if (taps > 1) {
        F4 odd = four(pixel + channels + c) * weight[1];
        for (int k = 3; k < taps; k += 2) odd += four(pixel + k * channels + c) * weight[k];
        even += odd;
      }
      store4(out + i * channels + c, even);
    }
  }
}

void horizontal(const float* const* in, float* const* out, int rows, int64_t channels,
                const int32_t* start, const float* weight, int taps, int64_t out_size) {
  if (channels != 3 && channels != 4) {
    for (int r = 0; r < rows; r++)
      horizontal_any(in[r], out[r], channels, start, weight, taps, out_size);
    return;
  }
  auto* several = channels == 3 ? &horizontal_pixels<3, 4> : &horizontal_pixels<4, 4>;
  auto* one = channels == 3 ? &horizontal_pixels<3, 1> : &horizontal_pixels<4, 1>;
  int r = 0;
  for (; r + 4 <= rows; r += 4) several(in + r, out + r, start, weight, taps, out_size);
  for (; r < rows; r++) one(in + r, out + r, start, weight, taps, out_size);
}

// ---- weaving ---------------------------------------------------------------------------------

void weave(const float* const* rows, int64_t channels, int64_t n, float* woven) {
  const float *a = rows[0], *b = rows[1];
  if (channels == 2) {
    for (int64_t i = 0; i < n; i++) {
      woven[4 * i] = a[2 * i], woven[4 * i + 1] = a[2 * i + 1];
      woven[4 * i + 2] = b[2 * i], woven[4 * i + 3] = b[2 * i + 1];
    }
    return;
  }
  const float *c = rows[2], *d = rows[3];
  for (int64_t i = 0; i < n; i++)
    woven[4 * i] = a[i], woven[4 * i + 1] = b[i], woven[4 * i + 2] = c[i], woven[4 * i + 3] = d[i];
}

void unweave(const float* __restrict woven, int64_t channels, int64_t n, float* const* rows) {
  float* __restrict a = rows[0], * __restrict b = rows[1];
  if (channels == 2) {
    for (int64_t i = 0; i < n; i++) {
      a[2 * i] = woven[4 * i], a[2 * i + 1] = woven[4 * i + 1];
      b[2 * i] = woven[4 * i + 2], b[2 * i + 1] = woven[4 * i + 3];
    }
    return;
  }
  float* __restrict c = rows[2], * __restrict d = rows[3];
  for (int64_t i = 0; i < n; i++)
    a[i] = woven[4 * i], b[i] = woven[4 * i + 1], c[i] = woven[4 * i + 2], d[i] = woven[4 * i + 3];
}

}  // namespace

const ResampleTable& resample_table() {
  static constexpr ResampleTable table = {&vertical<uint8_t>, &vertical<float>, &horizontal, &weave,
                                          &unweave,           &store_u8,        &round_even};
  return table;
}

}  // namespace hr::HR_ISA
