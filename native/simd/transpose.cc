// Transposes elements: interleaved ↔ planar, rows ↔ columns.
#include "simd/transpose.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace hr::HR_ISA {
namespace {

// One loop per number of channels: the compiler turns each into shuffles.
template <class T>
bool split_items(const uint8_t* from, uint8_t* const* planes, int64_t n, int channels) {
  const T* __restrict in = reinterpret_cast<const T*>(from);
  T* __restrict a = reinterpret_cast<T*>(planes[0]);
  T* __restrict b = reinterpret_cast<T*>(planes[1]);
  T* __restrict c = channels > 2 ? reinterpret_cast<T*>(planes[2]) : nullptr;
  T* __restrict d = channels > 3 ? reinterpret_cast<T*>(planes[3]) : nullptr;
  if (channels == 2) {
    for (int64_t i = 0; i < n; i++) a[i] = in[2 * i], b[i] = in[2 * i + 1];
  } else if (channels == 3) {
    for (int64_t i = 0; i < n; i++) a[i] = in[3 * i], b[i] = in[3 * i + 1], c[i] = in[3 * i + 2];
  } else {
    for (int64_t i = 0; i < n; i++)
      a[i] = in[4 * i], b[i] = in[4 * i + 1], c[i] = in[4 * i + 2], d[i] = in[4 * i + 3];
  }
  return true;
}

template <class T>
bool merge_items(const uint8_t* const* planes, uint8_t* to, int64_t n, int channels) {
  T* __restrict out = reinterpret_cast<T*>(to);
  const T* __restrict a = reinterpret_cast<const T*>(planes[0]);
  const T* __restrict b = reinterpret_cast<const T*>(planes[1]);
  const T* __restrict c = channels > 2 ? reinterpret_cast<const T*>(planes[2]) : nullptr;
  const T* __restrict d = channels > 3 ? reinterpret_cast<const T*>(planes[3]) : nullptr;
  if (channels == 2) {
    for (int64_t i = 0; i < n; i++) out[2 * i] = a[i], out[2 * i + 1] = b[i];
  } else if (channels == 3) {
    for (int64_t i = 0; i < n; i++) out[3 * i] = a[i], out[3 * i + 1] = b[i], out[3 * i + 2] = c[i];
  } else {
    for (int64_t i = 0; i < n; i++)
      out[4 * i] = a[i], out[4 * i + 1] = b[i], out[4 * i + 2] = c[i], out[4 * i + 3] = d[i];
  }
  return true;
}

bool split(const uint8_t* in, uint8_t* const* planes, int64_t count, int channels, int item) {
  if (channels < 2 || channels > 4) return false;
  switch (item) {
    case 1:
      return split_items<uint8_t>(in, planes, count, channels);
    case 2:
      return split_items<uint16_t>(in, planes, count, channels);
    case 4:
      return split_items<uint32_t>(in, planes, count, channels);
    default:
      return false;
  }
}

bool merge(const uint8_t* const* planes, uint8_t* out, int64_t count, int channels, int item) {
  if (channels < 2 || channels > 4) return false;
  switch (item) {
    case 1:
      return merge_items<uint8_t>(planes, out, count, channels);
    case 2:
      return merge_items<uint16_t>(planes, out, count, channels);
    case 4:
      return merge_items<uint32_t>(planes, out, count, channels);
    default:
      return false;
  }
}

// 16-byte vector of T.
template <class T>
struct Vec {
  typedef T type __attribute__((vector_size(16)));
  static constexpr int kCount = 16 / sizeof(T);
  static constexpr int kLevels = kCount == 16 ? 4 : kCount == 8 ? 3 : kCount == 4 ? 2 : 1;
};

// Interleaves the lower (Half = 0) or upper halves of two vectors.
template <class T, int Half, size_t... I>
typename Vec<T>::type zip(typename Vec<T>::type a, typename Vec<T>::type b,
                          std::index_sequence<I...>) {
  constexpr int n = Vec<T>::kCount;
#if defined(__clang__)
  return __builtin_shufflevector(a, b, (Half * n / 2 + I / 2 + I % 2 * n)...);
#else
  typedef T Mask __attribute__((vector_size(16)));
  return __builtin_shuffle(a, b, Mask{static_cast<T>(Half * n / 2 + I / 2 + I % 2 * n)...});
#endif
}

// Transposes a square block in registers: interleaves row i with row i + n/2, log2(n) times.
template <class T>
inline void block(const uint8_t* in, int64_t pitch, uint8_t* out, const int64_t* at) {
  constexpr int n = Vec<T>::kCount;
  constexpr auto order = std::make_index_sequence<n>{};
  typename Vec<T>::type r[n], s[n];
  for (int i = 0; i < n; i++) std::memcpy(&r[i], in + i * pitch, 16);
  for (int level = 0; level < Vec<T>::kLevels; level++) {
    for (int i = 0; i < n / 2; i++) {
      s[2 * i] = zip<T, 0>(r[i], r[i + n / 2], order);
      s[2 * i + 1] = zip<T, 1>(r[i], r[i + n / 2], order);
    }
    for (int i = 0; i < n; i++) r[i] = s[i];
  }
  for (int i = 0; i < n; i++) std::memcpy(out + at[i], &r[i], 16);
}

template <class T>
void edge(const uint8_t* in, int64_t pitch, uint8_t* out, const int64_t* at, int64_t rows,
          int64_t columns) {
  for (int64_t c = 0; c < columns; c++)
    for (int64_t r = 0; r < rows; r++)
      std::memcpy(out + at[c] + r * sizeof(T), in + r * pitch + c * sizeof(T), sizeof(T));
}

// Tiles of a few rows: their cache lines stay in L1 until all columns are read.
template <class T>
bool columns_of(const uint8_t* in, int64_t pitch, uint8_t* out, const int64_t* at, int64_t rows,
                int64_t columns) {
  constexpr int64_t side = Vec<T>::kCount, tile = 64;
  int64_t whole = columns / side * side;
  for (int64_t r0 = 0; r0 < rows; r0 += tile) {
    int64_t height = std::min(tile, rows - r0), even = height / side * side;
    const uint8_t* a = in + r0 * pitch;
    uint8_t* b = out + r0 * sizeof(T);
    for (int64_t c = 0; c < whole; c += side)
      for (int64_t r = 0; r < even; r += side)
        block<T>(a + r * pitch + c * sizeof(T), pitch, b + r * sizeof(T), at + c);
    edge<T>(a + even * pitch, pitch, b + even * sizeof(T), at, height - even, whole);
    edge<T>(a + whole * sizeof(T), pitch, b, at + whole, height, columns - whole);
  }
  return true;
}

bool columns(const uint8_t* in, int64_t pitch, uint8_t* out, const int64_t* at, int64_t rows,
             int64_t count, int item) {
  switch (item) {
    case 1:
      return columns_of<uint8_t>(in, pitch, out, at, rows, count);
    case 2:
      return columns_of<uint16_t>(in, pitch, out, at, rows, count);
    case 4:
      return columns_of<uint32_t>(in, pitch, out, at, rows, count);
    case 8:
      return columns_of<uint64_t>(in, pitch, out, at, rows, count);
    default:
      return false;
  }
}

}  // namespace

const TransposeTable& transpose_table() {
  static const TransposeTable t{split, merge, columns};
  return t;
}

}  // namespace hr::HR_ISA
