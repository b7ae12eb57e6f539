// Weighted sums of image rows: down columns (vertical) and along rows (horizontal).
//
// Written with the vector extension of GCC and Clang, which splits vectors wider than the
// machine's. Nothing here may instantiate an inline function of another header: the linker would
// keep one instruction set's copy for all.
#include "headrace/simd/resample.h"

// Note [Order of sums]
// Vertical sums run over the taps from first to last. Horizontal sums keep even and odd taps
// apart, E = w₀x₀ + w₂x₂ + …, O = w₁x₁ + w₃x₃ + …, and end with E + O: a vector of eight holds two
// taps of a pixel of up to four channels. Multiplications and additions round separately
// (-ffp-contract=off). So results are the same bits everywhere.

namespace hr::HR_ISA {
namespace {

#if defined(__AVX512F__)
constexpr int kLanes = 16;
#elif defined(__AVX__)
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif

// `aligned` here lowers the alignment: these types load from and store to any address.
typedef float Wide __attribute__((vector_size(4 * kLanes), aligned(4), may_alias));
typedef uint8_t WideU8 __attribute__((vector_size(kLanes), aligned(1), may_alias));
typedef float F8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef float F4 __attribute__((vector_size(16), aligned(4), may_alias));

// By reference: returning a vector wider than the machine's by value would depend on the ABI.
inline const Wide& wide(const float* p) { return *reinterpret_cast<const Wide*>(p); }
inline const WideU8& wide(const uint8_t* p) { return *reinterpret_cast<const WideU8*>(p); }
inline const F8& eight(const float* p) { return *reinterpret_cast<const F8*>(p); }
inline const F4& four(const float* p) { return *reinterpret_cast<const F4*>(p); }
inline void store(float* p, const Wide& v) { *reinterpret_cast<Wide*>(p) = v; }
inline void store4(float* p, const F4& v) { *reinterpret_cast<F4*>(p) = v; }

// ---- vertical --------------------------------------------------------------------------------

// kVectors vectors at a time keep as many independent sums in registers.
template <int kVectors, class T>
inline void vertical_block(const T* const* rows, const float* weight, int taps, int64_t i,
                           float* out) {
  Wide sum[kVectors];
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; v++)
    sum[v] = __builtin_convertvector(wide(rows[0] + i + v * kLanes), Wide) * weight[0];
  for (int k = 1; k < taps; k++) {
    const T* row = rows[k] + i;
    float w = weight[k];
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; v++)
      sum[v] += __builtin_convertvector(wide(row + v * kLanes), Wide) * w;
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
  if (n >= kLanes) {  // the last vector overlaps the one before
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

// The weights of two taps, as a vector of two pixels.
template <int kPixel>
inline void pair(const float* w, F8& v) {
  float a = w[0], b = w[1];
  v = kPixel == 3 ? F8{a, a, a, b, b, b, b, b} : F8{a, a, a, a, b, b, b, b};
}

// kPixel: floats from one pixel to the next, 3 or 4. kTaps: the number of taps, or 0 for `taps`,
// which is more than 1 then. kRows rows at a time share the loading of weights.
template <int kPixel, int kTaps, int kRows>
void horizontal_rows(const float* const* in, float* const* out, const int32_t* start,
                     const float* weight, int taps, int64_t out_size) {
  const int n = kTaps ? kTaps : taps;
  for (int64_t i = 0; i < out_size; i++, weight += n) {
    const int64_t at = static_cast<int64_t>(start[i]) * kPixel;
    if constexpr (kTaps == 1) {
#pragma GCC unroll 4
      for (int r = 0; r < kRows; r++) store4(out[r] + i * kPixel, four(in[r] + at) * weight[0]);
    } else {
      F8 sum[kRows], w;
      pair<kPixel>(weight, w);
#pragma GCC unroll 4
      for (int r = 0; r < kRows; r++) sum[r] = eight(in[r] + at) * w;
#pragma GCC unroll 4
      for (int k = 2; k + 1 < n; k += 2) {
        pair<kPixel>(weight + k, w);
#pragma GCC unroll 4
        for (int r = 0; r < kRows; r++) sum[r] += eight(in[r] + at + k * kPixel) * w;
      }
#pragma GCC unroll 4
      for (int r = 0; r < kRows; r++) {
        F4 even = __builtin_shufflevector(sum[r], sum[r], 0, 1, 2, 3), odd;
        if constexpr (kPixel == 3)
          odd = __builtin_shufflevector(sum[r], sum[r], 3, 4, 5, 6);
        else
          odd = __builtin_shufflevector(sum[r], sum[r], 4, 5, 6, 7);
        if (n % 2) even += four(in[r] + at + (n - 1) * kPixel) * weight[n - 1];
        store4(out[r] + i * kPixel, even + odd);
      }
    }
  }
}

template <int kPixel, int kRows>
void horizontal_pixels(const float* const* in, float* const* out, const int32_t* start,
                       const float* weight, int taps, int64_t n) {
  switch (taps) {
    case 1: return horizontal_rows<kPixel, 1, kRows>(in, out, start, weight, taps, n);
    case 2: return horizontal_rows<kPixel, 2, kRows>(in, out, start, weight, taps, n);
    case 3: return horizontal_rows<kPixel, 3, kRows>(in, out, start, weight, taps, n);
    case 4: return horizontal_rows<kPixel, 4, kRows>(in, out, start, weight, taps, n);
    case 5: return horizontal_rows<kPixel, 5, kRows>(in, out, start, weight, taps, n);
    case 6: return horizontal_rows<kPixel, 6, kRows>(in, out, start, weight, taps, n);
    default: return horizontal_rows<kPixel, 0, kRows>(in, out, start, weight, taps, n);
  }
}

// Any number of channels, four at a time; what spills over a pixel is overwritten by the next.
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
  float *__restrict a = rows[0], *__restrict b = rows[1];
  if (channels == 2) {
    for (int64_t i = 0; i < n; i++) {
      a[2 * i] = woven[4 * i], a[2 * i + 1] = woven[4 * i + 1];
      b[2 * i] = woven[4 * i + 2], b[2 * i + 1] = woven[4 * i + 3];
    }
    return;
  }
  float *__restrict c = rows[2], *__restrict d = rows[3];
  for (int64_t i = 0; i < n; i++)
    a[i] = woven[4 * i], b[i] = woven[4 * i + 1], c[i] = woven[4 * i + 2], d[i] = woven[4 * i + 3];
}

}  // namespace

const ResampleTable& resample_table() {
  static constexpr ResampleTable table = {&vertical<uint8_t>, &vertical<float>, &horizontal, &weave,
                                          &unweave};
  return table;
}

}  // namespace hr::HR_ISA
