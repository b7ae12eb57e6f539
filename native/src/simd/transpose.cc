// Interleaved ↔ planes and rows ↔ columns, for elements of one, two and four bytes.
#include "headrace/simd/transpose.h"

#include <algorithm>
#include <cstring>

namespace hr::HR_ISA {
namespace {

// Written out per number of channels: the compiler turns these loops into shuffles.
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
    case 1: return split_items<uint8_t>(in, planes, count, channels);
    case 2: return split_items<uint16_t>(in, planes, count, channels);
    case 4: return split_items<uint32_t>(in, planes, count, channels);
    default: return false;
  }
}

bool merge(const uint8_t* const* planes, uint8_t* out, int64_t count, int channels, int item) {
  if (channels < 2 || channels > 4) return false;
  switch (item) {
    case 1: return merge_items<uint8_t>(planes, out, count, channels);
    case 2: return merge_items<uint16_t>(planes, out, count, channels);
    case 4: return merge_items<uint32_t>(planes, out, count, channels);
    default: return false;
  }
}

// A block of 8×8 bytes in eight registers: swap 4×4 quarters, then 2×2, then single bytes.
void block8(const uint8_t* in, int64_t in_pitch, uint8_t* out, int64_t out_pitch) {
  uint64_t r[8];
  for (int i = 0; i < 8; i++) std::memcpy(&r[i], in + i * in_pitch, 8);
  constexpr uint64_t kMask[3] = {0x00000000FFFFFFFFull, 0x0000FFFF0000FFFFull, 0x00FF00FF00FF00FFull};
  for (int level = 0, step = 4; level < 3; level++, step /= 2)
    for (int i = 0; i < 8; i++)
      if (!(i & step)) {
        uint64_t t = ((r[i] >> (8 * step)) ^ r[i + step]) & kMask[level];
        r[i + step] ^= t;
        r[i] ^= t << (8 * step);
      }
  for (int i = 0; i < 8; i++) std::memcpy(out + i * out_pitch, &r[i], 8);
}

// The same for 4×4 elements of two bytes.
void block4(const uint8_t* in, int64_t in_pitch, uint8_t* out, int64_t out_pitch) {
  uint64_t r[4];
  for (int i = 0; i < 4; i++) std::memcpy(&r[i], in + i * in_pitch, 8);
  constexpr uint64_t kMask[2] = {0x00000000FFFFFFFFull, 0x0000FFFF0000FFFFull};
  for (int level = 0, step = 2; level < 2; level++, step /= 2)
    for (int i = 0; i < 4; i++)
      if (!(i & step)) {
        uint64_t t = ((r[i] >> (16 * step)) ^ r[i + step]) & kMask[level];
        r[i + step] ^= t;
        r[i] ^= t << (16 * step);
      }
  for (int i = 0; i < 4; i++) std::memcpy(out + i * out_pitch, &r[i], 8);
}

template <class T>
void edge(const uint8_t* in, int64_t in_pitch, uint8_t* out, int64_t out_pitch, int64_t rows, int64_t columns) {
  for (int64_t c = 0; c < columns; c++)
    for (int64_t r = 0; r < rows; r++)
      std::memcpy(out + c * out_pitch + r * sizeof(T), in + r * in_pitch + c * sizeof(T), sizeof(T));
}

// Tiles of 64 rows: their lines stay in L1 until all their columns are read.
template <class T, int Side, void (*Block)(const uint8_t*, int64_t, uint8_t*, int64_t)>
bool matrix_of(const uint8_t* in, int64_t ip, uint8_t* out, int64_t op, int64_t rows, int64_t columns) {
  constexpr int64_t item = sizeof(T), tile = 64;
  for (int64_t r0 = 0; r0 < rows; r0 += tile) {
    int64_t height = std::min(tile, rows - r0), whole_rows = height / Side * Side;
    int64_t whole_columns = columns / Side * Side;
    const uint8_t* a = in + r0 * ip;
    uint8_t* b = out + r0 * item;
    for (int64_t c = 0; c < whole_columns; c += Side)
      for (int64_t r = 0; r < whole_rows; r += Side) Block(a + r * ip + c * item, ip, b + c * op + r * item, op);
    edge<T>(a + whole_rows * ip, ip, b + whole_rows * item, op, height - whole_rows, whole_columns);
    edge<T>(a + whole_columns * item, ip, b + whole_columns * op, op, height, columns - whole_columns);
  }
  return true;
}

bool matrix(const uint8_t* in, int64_t in_pitch, uint8_t* out, int64_t out_pitch, int64_t rows, int64_t columns,
            int item) {
  if (item == 1) return matrix_of<uint8_t, 8, block8>(in, in_pitch, out, out_pitch, rows, columns);
  if (item == 2) return matrix_of<uint16_t, 4, block4>(in, in_pitch, out, out_pitch, rows, columns);
  return false;
}

}  // namespace

const TransposeTable& transpose_table() {
  static const TransposeTable t{split, merge, matrix};
  return t;
}

}  // namespace hr::HR_ISA
