// Weighted sums of rows: symmetric weights along one axis, arbitrary weights along two.
//
// Written with vector extensions, like resample.cc: the order of sums is the same everywhere.
#include "simd/convolve.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace hr::HR_ISA {
namespace {

// 64-byte vectors were slower: almost every load crosses a cache line.
#if defined(__AVX__)
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif

typedef float Wide __attribute__((vector_size(4 * kLanes)));
typedef float WideAt __attribute__((vector_size(4 * kLanes), aligned(4), may_alias));

inline Wide load(const float* p) { return *reinterpret_cast<const WideAt*>(p); }
inline void store(float* p, Wide v) { *reinterpret_cast<WideAt*>(p) = v; }

// kVectors independent sums in registers.
template <int kVectors>
inline void sums(const float* const* rows, const float* half, int radius, int64_t i, Wide* sum) {
  const float* centre = rows[radius] + i;
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; v++) sum[v] = load(centre + v * kLanes) * half[0];
  for (int k = 1; k <= radius; k++) {
    const float *a = rows[radius - k] + i, *b = rows[radius + k] + i;
    float w = half[k];
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; v++) sum[v] += (load(a + v * kLanes) + load(b + v * kLanes)) * w;
  }
}

template <int kVectors>
inline void block(const float* const* rows, const float* half, int radius, int64_t i, float* out,
                  float scale, bool add) {
  Wide sum[kVectors];
  sums<kVectors>(rows, half, radius, i, sum);
  for (int v = 0; v < kVectors; v++) {
    float* to = out + i + v * kLanes;
    Wide scaled = sum[v] * scale;
    store(to, add ? load(to) + scaled : scaled);
  }
}

void symmetric(const float* const* rows, const float* half, int radius, int64_t n, float* out,
               float scale, bool add) {
  int64_t i = 0;
  for (; i + 4 * kLanes <= n; i += 4 * kLanes) block<4>(rows, half, radius, i, out, scale, add);
  for (; i + kLanes <= n; i += kLanes) block<1>(rows, half, radius, i, out, scale, add);
  if (i == n) return;
  if (n >= kLanes) {  // the last vector overlaps the previous one
    Wide last;
    sums<1>(rows, half, radius, n - kLanes, &last);
    for (int lane = static_cast<int>(i - (n - kLanes)); lane < kLanes; lane++, i++)
      out[i] = add ? out[i] + last[lane] * scale : last[lane] * scale;
    return;
  }
  for (; i < n; i++) {
    float sum = rows[radius][i] * half[0];
    for (int k = 1; k <= radius; k++) sum += (rows[radius - k][i] + rows[radius + k][i]) * half[k];
    out[i] = add ? out[i] + sum * scale : sum * scale;
  }
}

// ---- any weights -----------------------------------------------------------------------------

// Adds one source row to the output rows it contributes to: kFirst the upper, kSecond the lower.
// Each vector is loaded once for both.
template <int kVectors, bool kFirst, bool kSecond>
inline void spread(const float* row, const float* first, const float* second, int width,
                   int64_t step, Wide* a, Wide* b) {
  for (int k = 0; k < width; k++, row += step) {
    float v = kFirst ? first[k] : 0, w = kSecond ? second[k] : 0;
#pragma GCC unroll 8
    for (int j = 0; j < kVectors; j++) {
      Wide x = load(row + j * kLanes);
      if (kFirst) a[j] += x * v;
      if (kSecond) b[j] += x * w;
    }
  }
}

template <int kVectors>
inline void two_rows(const float* const* rows, const float* weight, int height, int width,
                     int64_t step, int64_t i, Wide* a, Wide* b) {
  spread<kVectors, true, false>(rows[0] + i, weight, nullptr, width, step, a, b);
  for (int r = 1; r < height; r++)
    spread<kVectors, true, true>(rows[r] + i, weight + r * width, weight + (r - 1) * width, width,
                                 step, a, b);
  spread<kVectors, false, true>(rows[height] + i, nullptr, weight + (height - 1) * width, width,
                                step, a, b);
}

template <int kVectors>
inline void one_row(const float* const* rows, const float* weight, int height, int width,
                    int64_t step, int64_t i, Wide* a) {
  for (int r = 0; r < height; r++)
    spread<kVectors, true, false>(rows[r] + i, weight + r * width, nullptr, width, step, a,
                                  nullptr);
}

template <int kVectors>
inline void correlate_block(const float* const* rows, const float* weight, int height, int width,
                            int64_t step, int64_t i, float* const* out, bool add) {
  Wide a[kVectors] = {}, b[kVectors] = {};
  if (add)
    for (int j = 0; j < kVectors; j++) {
      a[j] = load(out[0] + i + j * kLanes);
      if (out[1]) b[j] = load(out[1] + i + j * kLanes);
    }
  if (out[1])
    two_rows<kVectors>(rows, weight, height, width, step, i, a, b);
  else
    one_row<kVectors>(rows, weight, height, width, step, i, a);
  for (int j = 0; j < kVectors; j++) {
    store(out[0] + i + j * kLanes, a[j]);
    if (out[1]) store(out[1] + i + j * kLanes, b[j]);
  }
}

void correlate(const float* const* rows, const float* weight, int height, int width, int64_t step,
               int64_t n, float* const* out, bool add) {
  int64_t i = 0;
  for (; i + 4 * kLanes <= n; i += 4 * kLanes)
    correlate_block<4>(rows, weight, height, width, step, i, out, add);
  for (; i + kLanes <= n; i += kLanes)
    correlate_block<1>(rows, weight, height, width, step, i, out, add);
  for (; i < n; i++)
    for (int r = 0; r < (out[1] ? 2 : 1); r++) {
      float sum = add ? out[r][i] : 0;
      for (int j = 0; j < height; j++)
        for (int k = 0; k < width; k++) sum += rows[r + j][i + k * step] * weight[j * width + k];
      out[r][i] = sum;
    }
}

// Row by row, one weight each.
template <int kVectors>
inline void weigh_vectors(const float* const* rows, const float* weight, int count, int64_t i,
                          float* out) {
  Wide sum[kVectors];
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; v++) sum[v] = load(rows[0] + i + v * kLanes) * weight[0];
  for (int k = 1; k < count; k++) {
    const float* row = rows[k] + i;
    float w = weight[k];
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; v++) sum[v] += load(row + v * kLanes) * w;
  }
  for (int v = 0; v < kVectors; v++) store(out + i + v * kLanes, sum[v]);
}

void weigh(const float* const* rows, const float* weight, int count, int64_t n, float* out) {
  int64_t i = 0;
  for (; i + 4 * kLanes <= n; i += 4 * kLanes) weigh_vectors<4>(rows, weight, count, i, out);
  for (; i + kLanes <= n; i += kLanes) weigh_vectors<1>(rows, weight, count, i, out);
  if (i < n && n >= kLanes) return weigh_vectors<1>(rows, weight, count, n - kLanes, out);
  for (; i < n; i++) {
    float sum = rows[0][i] * weight[0];
    for (int k = 1; k < count; k++) sum += rows[k][i] * weight[k];
    out[i] = sum;
  }
}

// ---- bytes -----------------------------------------------------------------------------------

// Intrinsics: GCC 12 widens bytes one by one.
#if defined(__AVX2__)
constexpr int kBlock = 32;

inline void weigh_block(const uint8_t* const* rows, const int16_t* weight, int count, int64_t i,
                        uint8_t* out) {
  __m256i low = _mm256_setzero_si256(), high = low;
  for (int k = 0; k < count; k++) {
    auto* from = reinterpret_cast<const __m128i*>(rows[k] + i);
    __m256i w = _mm256_set1_epi16(weight[k]);
    __m256i a = _mm256_cvtepu8_epi16(_mm_loadu_si128(from));
    __m256i b = _mm256_cvtepu8_epi16(_mm_loadu_si128(from + 1));
    low = _mm256_add_epi16(low, _mm256_mullo_epi16(a, w));
    high = _mm256_add_epi16(high, _mm256_mullo_epi16(b, w));
  }
  __m256i bytes = _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0xD8);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), bytes);
}
#elif defined(__SSE2__)
constexpr int kBlock = 16;

inline void weigh_block(const uint8_t* const* rows, const int16_t* weight, int count, int64_t i,
                        uint8_t* out) {
  __m128i zero = _mm_setzero_si128(), low = zero, high = zero;
  for (int k = 0; k < count; k++) {
    __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows[k] + i));
    __m128i w = _mm_set1_epi16(weight[k]);
    low = _mm_add_epi16(low, _mm_mullo_epi16(_mm_unpacklo_epi8(x, zero), w));
    high = _mm_add_epi16(high, _mm_mullo_epi16(_mm_unpackhi_epi8(x, zero), w));
  }
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), _mm_packus_epi16(low, high));
}
#else
constexpr int kBlock = 1;

inline void weigh_block(const uint8_t* const* rows, const int16_t* weight, int count, int64_t i,
                        uint8_t* out) {
  int sum = 0;
  for (int k = 0; k < count; k++) sum += rows[k][i] * weight[k];
  out[i] = static_cast<uint8_t>(sum < 0 ? 0 : sum > 255 ? 255 : sum);
}
#endif

void weigh_bytes(const uint8_t* const* rows, const int16_t* weight, int count, int64_t n,
                 uint8_t* out) {
  int64_t i = 0;
  for (; i + kBlock <= n; i += kBlock) weigh_block(rows, weight, count, i, out);
  if (i < n && n >= kBlock) return weigh_block(rows, weight, count, n - kBlock, out);
  for (; i < n; i++) {
    int sum = 0;
    for (int k = 0; k < count; k++) sum += rows[k][i] * weight[k];
    out[i] = static_cast<uint8_t>(sum < 0 ? 0 : sum > 255 ? 255 : sum);
  }
}

}  // namespace

const ConvolveTable& convolve_table() {
  static const ConvolveTable t{&symmetric, &correlate, &weigh, &weigh_bytes};
  return t;
}

}  // namespace hr::HR_ISA
