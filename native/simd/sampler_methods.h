// Sampler methods: linear, cubic and lanczos on images, linear on volumes.
//
// Each method has `within`, for pixels whose taps are all inside the source, and `anywhere`; both
// compute identically.
#pragma once
#include <cstring>
#include <type_traits>

#include "simd/pixel_vectors.h"
#include "simd/sampler_taps.h"

namespace hr::HR_ISA {
namespace {

constexpr int kBlock = 128;  // positions

template <class Real, class T>
[[gnu::always_inline]] inline Real real(T v) {
  if constexpr (is_half<T>) return static_cast<Real>(static_cast<float>(v));
  return static_cast<Real>(v);
}

// Positions of a block, and whether their taps are inside.
struct Block {
  int n;
  alignas(64) int32_t x[kBlock], y[kBlock], z[kBlock];
  alignas(64) float fx[kBlock], fy[kBlock], fz[kBlock];
};

// Positions that need no bounds check.
struct Inside {
  int64_t x0, x1, y0, y1;
  bool has(int64_t x, int64_t y) const { return x >= x0 && x < x1 && y >= y0 && y < y1; }
  bool all(const Block& b) const {
    int32_t lo_x = b.x[0], hi_x = lo_x, lo_y = b.y[0], hi_y = lo_y;
    for (int i = 0; i < b.n; i++) {
      lo_x = b.x[i] < lo_x ? b.x[i] : lo_x;
      hi_x = b.x[i] > hi_x ? b.x[i] : hi_x;
      lo_y = b.y[i] < lo_y ? b.y[i] : lo_y;
      hi_y = b.y[i] > hi_y ? b.y[i] : hi_y;
    }
    return has(lo_x, lo_y) && has(hi_x, hi_y);
  }
};

// The pixel at these indices after border handling.
template <class T>
inline const T* pixel(const SampleSource& s, int64_t z, int64_t y, int64_t x) {
  x = border_index(x, s.w, s.border);
  y = border_index(y, s.h, s.border);
  z = border_index(z, s.d, s.border);
  if ((x | y | z) < 0) return reinterpret_cast<const T*>(s.fill);
  return reinterpret_cast<const T*>(s.data) + ((z * s.h + y) * s.w + x) * s.step;
}

// ---- linear -----------------------------------------------------------------------------------

// tap: upper left, upper right, lower left, lower right.
template <class T, class Real>
[[gnu::always_inline]] inline void blend(const T* const* tap, Real fx, Real fy, int64_t channels,
                                         Real* out) {
  for (int64_t k = 0; k < channels; k++) {
    Real left = real<Real>(tap[0][k]), right = real<Real>(tap[1][k]);
    left = left + (real<Real>(tap[2][k]) - left) * fy;
    right = right + (real<Real>(tap[3][k]) - right) * fy;
    out[k] = left + (right - left) * fx;
  }
}

// Three or four channels: both pixels of a row in one vector, if vectors are that wide.
template <class T, int Channels>
[[gnu::always_inline]] inline void blend_vector(const T* upper, const T* lower, float fx, float fy,
                                                float* out) {
  Float4 left, right;
#if defined(__AVX2__)
  Float8 a, b;
  load(upper, a);
  load(lower, b);
  a = a + (b - a) * fy;
  left = __builtin_shufflevector(a, a, 0, 1, 2, 3);
  right = __builtin_shufflevector(a, a, Channels, Channels + 1, Channels + 2, Channels + 3);
#else
  Float4 below;
  load(upper, left);
  load(lower, below);
  left = left + (below - left) * fy;
  load(upper + Channels, right);
  load(lower + Channels, below);
  right = right + (below - right) * fy;
#endif
  left = left + (right - left) * fx;
  std::memcpy(out, &left, sizeof left);
}

// Channels: 1, 3 or 4 if known, else 0.
template <class T, class Real, int Channels>
struct Linear {
  static constexpr bool kVector = kVectors<T> && Channels >= 3;

  const SampleSource& s;
  const T* data = reinterpret_cast<const T*>(s.data);
  int64_t pitch = s.w * s.step;
  // A vector of eight elements reaches two beyond the second pixel of three channels.
  Inside inside{0, s.w - (kVector && Channels == 3 ? 2 : 1), 0, s.h - 1};

  [[gnu::always_inline]] void within(const Block& b, int i, Real* out) const {
    const T* p = data + b.y[i] * pitch + b.x[i] * s.step;
    if constexpr (kVector) {
      blend_vector<T, Channels>(p, p + pitch, b.fx[i], b.fy[i], out);
    } else {
      const T* taps[4] = {p, p + s.step, p + pitch, p + pitch + s.step};
      blend<T, Real>(taps, b.fx[i], b.fy[i], Channels ? Channels : s.c, out);
    }
  }
  // Loads one pixel; copies it if four elements would reach beyond the source.
  [[gnu::always_inline]] void load_pixel(const T* p, Float4& v) const {
    if (Channels == 4 || (p != reinterpret_cast<const T*>(s.fill) && p + 4 <= data + s.h * pitch))
      return load(p, v);
    T copy[4] = {};
    std::memcpy(copy, p, Channels * sizeof(T));
    load(copy, v);
  }
  void anywhere(const Block& b, int i, Real* out) const {
    if (inside.has(b.x[i], b.y[i])) return within(b, i, out);
    int64_t x = b.x[i], y = b.y[i];
    const T* fill = reinterpret_cast<const T*>(s.fill);
    if (s.border == SamplerBorder::constant && (x < -1 || x >= s.w || y < -1 || y >= s.h)) {
      for (int64_t k = 0; k < s.c; k++) out[k] = real<Real>(fill[k]);
      return;
    }
    int64_t xs[2], ys[2];
    for (int k = 0; k < 2; k++) {
      xs[k] = border_index(x + k, s.w, s.border);
      ys[k] = border_index(y + k, s.h, s.border);
    }
    const T* taps[4];
    for (int k = 0; k < 4; k++) {
      int64_t tap_y = ys[k / 2], tap_x = xs[k % 2];
      taps[k] = (tap_y | tap_x) < 0 ? fill : data + tap_y * pitch + tap_x * s.step;
    }
    if constexpr (kVector) {
      Float4 left, right, below;
      float fx = b.fx[i], fy = b.fy[i];
      load_pixel(taps[0], left);
      load_pixel(taps[2], below);
      left = left + (below - left) * fy;
      load_pixel(taps[1], right);
      load_pixel(taps[3], below);
      right = right + (below - right) * fy;
      left = left + (right - left) * fx;
      std::memcpy(out, &left, sizeof left);
    } else {
      blend<T, Real>(taps, b.fx[i], b.fy[i], Channels ? Channels : s.c, out);
    }
  }
};

// ---- cubic, lanczos ---------------------------------------------------------------------------

// Weights of the taps of a block's positions.
template <class Filter>
struct TapWeights {
  alignas(64) float x[Filter::kTaps][kBlock], y[Filter::kTaps][kBlock];

  [[gnu::noinline]] void fill(const Block& __restrict b) __restrict {
    for (int i = 0; i < b.n; i++) {
      float wx[Filter::kTaps], wy[Filter::kTaps];
      Filter::weights(b.fx[i], wx);
      Filter::weights(b.fy[i], wy);
      for (int k = 0; k < Filter::kTaps; k++) {
        x[k][i] = wx[k];
        y[k][i] = wy[k];
      }
    }
  }
};

// Taps of position i of a block after border handling, row by row; false: all of them are the fill
// value. The same for all element types, so compiled once.
template <int kTaps>
[[gnu::noinline]] bool border_taps(const SampleSource& s, const Block& b, int i,
                                   const uint8_t** taps) {
  constexpr int kBefore = kTaps / 2 - 1;
  const int64_t step = s.step * itemsize(s.dtype), pitch = s.w * step;
  int64_t xs[kTaps], ys[kTaps];
  bool any_x = false, any_y = false;
  for (int k = 0; k < kTaps; k++) {
    xs[k] = border_index(b.x[i] - kBefore + k, s.w, s.border);
    ys[k] = border_index(b.y[i] - kBefore + k, s.h, s.border);
    any_x |= xs[k] >= 0;
    any_y |= ys[k] >= 0;
  }
  if (!any_x || !any_y) return false;
  for (int j = 0; j < kTaps; j++)
    for (int k = 0; k < kTaps; k++)
      taps[j * kTaps + k] = (ys[j] | xs[k]) < 0 ? s.fill : s.data + ys[j] * pitch + xs[k] * step;
  return true;
}

// Channels: 3 or 4 if known, else 0.
template <class T, class Real, int Channels, class Filter>
struct Wide {
  static constexpr bool kVector = kVectors<T> && Channels >= 3;
  static constexpr int kTaps = Filter::kTaps, kBefore = kTaps / 2 - 1;
  // A vector holds two pixels; with three channels the last one reaches two elements beyond.
  static constexpr int kBeyond = kVector && Channels == 3 ? 1 : 0;
  static constexpr int kRow = kTaps * Channels + 2;

  const SampleSource& s;
  const T* data = reinterpret_cast<const T*>(s.data);
  int64_t pitch = s.w * s.step;
  Inside inside{kBefore, s.w - kTaps / 2 - kBeyond, kBefore, s.h - kTaps / 2};
  TapWeights<Filter> weights;

  Wide(const SampleSource& source, const Block& b) : s(source) { weights.fill(b); }

  [[gnu::always_inline]] void within(const Block& b, int i, Real* out) const {
    const T* p = first(b, i);
    if constexpr (kVector)
      combine_vectors(p, pitch, i, out);
    else
      combine([&](int j, int k) { return p + j * pitch + k * s.step; }, i, out);
  }
  [[gnu::always_inline]] void anywhere(const Block& b, int i, Real* out) const {
    const T* p = first(b, i);
    const bool has = inside.has(b.x[i], b.y[i]);
    if constexpr (kVector) {
      if (has) return combine_vectors(p, pitch, i, out);
      T rows[kTaps][kRow];
      if (!copy_taps(b, i, rows)) return fill(out);
      combine_vectors(rows[0], kRow, i, out);
    } else {
      const uint8_t* taps[kTaps * kTaps];
      if (!has && !border_taps<kTaps>(s, b, i, taps)) return fill(out);
      if (has)
        for (int k = 0; k < kTaps * kTaps; k++)
          taps[k] = reinterpret_cast<const uint8_t*>(p + k / kTaps * pitch + k % kTaps * s.step);
      combine([&](int j, int k) { return reinterpret_cast<const T*>(taps[j * kTaps + k]); }, i,
              out);
    }
  }

 private:
  const T* first(const Block& b, int i) const {
    return data + (b.y[i] - kBefore) * pitch + (b.x[i] - kBefore) * s.step;
  }
  void fill(Real* out) const {
    for (int64_t k = 0; k < s.c; k++) out[k] = real<Real>(reinterpret_cast<const T*>(s.fill)[k]);
  }
  [[gnu::noinline]] bool copy_taps(const Block& b, int i, T (*rows)[kRow]) const {
    const uint8_t* taps[kTaps * kTaps];
    if (!border_taps<kTaps>(s, b, i, taps)) return false;
    for (int k = 0; k < kTaps * kTaps; k++)
      std::memcpy(&rows[k / kTaps][k % kTaps * Channels], taps[k], Channels * sizeof(T));
    for (int j = 0; j < kTaps; j++) rows[j][kRow - 2] = rows[j][kRow - 1] = T{};
    return true;
  }
  // Sums rows of taps first, then columns.
  [[gnu::always_inline]] void combine_vectors(const T* p, int64_t row, int i, float* out) const {
    Float4 sum{};
    for (int k = 0; k < kTaps; k += 2) {
      Float4 left, right;
#if defined(__AVX2__)
      Float8 both{}, v;
      for (int j = 0; j < kTaps; j++) {
        load(p + j * row + k * Channels, v);
        both = both + v * weights.y[j][i];
      }
      left = __builtin_shufflevector(both, both, 0, 1, 2, 3);
      right =
          __builtin_shufflevector(both, both, Channels, Channels + 1, Channels + 2, Channels + 3);
#else
      left = right = Float4{};
      for (int j = 0; j < kTaps; j++) {
        Float4 v;
        load(p + j * row + k * Channels, v);
        left = left + v * weights.y[j][i];
        load(p + j * row + (k + 1) * Channels, v);
        right = right + v * weights.y[j][i];
      }
#endif
      sum = sum + left * weights.x[k][i];
      sum = sum + right * weights.x[k + 1][i];
    }
    std::memcpy(out, &sum, sizeof sum);
  }
  template <class Tap>
  [[gnu::always_inline]] void combine(Tap tap, int i, Real* out) const {
    for (int64_t c = 0; c < s.c; c++) {
      Real sum = 0;
      for (int k = 0; k < kTaps; k++) {
        Real column = 0;
        for (int j = 0; j < kTaps; j++)
          column = column + real<Real>(tap(j, k)[c]) * static_cast<Real>(weights.y[j][i]);
        sum = sum + column * static_cast<Real>(weights.x[k][i]);
      }
      out[c] = sum;
    }
  }
};

// ---- volumes ----------------------------------------------------------------------------------

template <class T, class Real>
struct LinearVolume {
  const SampleSource& s;

  void at(const Block& b, int i, Real* out) const {
    int64_t x = b.x[i], y = b.y[i], z = b.z[i], plane = s.h * s.w * s.step, row = s.w * s.step;
    const T* tap[8];  // front and back of: upper left, upper right, lower left, lower right
    if (x >= 0 && x + 1 < s.w && y >= 0 && y + 1 < s.h && z >= 0 && z + 1 < s.d) {
      const T* p = reinterpret_cast<const T*>(s.data) + z * plane + y * row + x * s.step;
      for (int k = 0; k < 8; k++)
        tap[k] = p + (k & 1 ? plane : 0) + (k & 2 ? s.step : 0) + (k & 4 ? row : 0);
    } else {
      for (int k = 0; k < 8; k++) tap[k] = pixel<T>(s, z + (k & 1), y + (k >> 2), x + (k >> 1 & 1));
    }
    Real fx = b.fx[i], fy = b.fy[i], fz = b.fz[i];
    for (int64_t c = 0; c < s.c; c++) {
      Real corner[4];
      for (int k = 0; k < 4; k++) {
        Real front = real<Real>(tap[2 * k][c]);
        corner[k] = front + (real<Real>(tap[2 * k + 1][c]) - front) * fz;
      }
      Real left = corner[0] + (corner[2] - corner[0]) * fy;
      Real right = corner[1] + (corner[3] - corner[1]) * fy;
      out[c] = left + (right - left) * fx;
    }
  }
};

}  // namespace
}  // namespace hr::HR_ISA
