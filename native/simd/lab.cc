// L*a*b*: scalar lookups, vectorised arithmetic on planes in L1.
#include "simd/lab.h"

#include "simd/byte_table.h"
#include "simd/planes.h"
#include "simd/short_vectors.h"

namespace hr::HR_ISA {
namespace {

constexpr int kBlock = 256;  // pixels

inline int32_t shift(int32_t v, int bits) { return (v + (1 << (bits - 1))) >> bits; }
inline int32_t clamp(int32_t v, int32_t most) { return v < 0 ? 0 : v > most ? most : v; }

struct Matrix {
  int32_t m[3][3];
  explicit Matrix(const int32_t (&from)[3][3]) { std::memcpy(m, from, sizeof m); }
  int32_t row(int i, int32_t a, int32_t b, int32_t c) const {
    return m[i][0] * a + m[i][1] * b + m[i][2] * c;
  }
};

// For tables of more than 256 entries; one load per four indices.
template <class T, class In>
inline void look_up(const T* __restrict table, const In* __restrict in, T* __restrict out, int n) {
  static_assert(sizeof(In) == 2);
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    uint64_t v;
    std::memcpy(&v, in + i, 8);
    for (int k = 0; k < 4; k++) out[i + k] = table[v >> (16 * k) & 0xFFFF];
  }
  for (; i < n; i++) out[i] = table[in[i]];
}

void from_rgb(const LabTables& t, const uint8_t* rgb, uint8_t* l, uint8_t* a, uint8_t* b,
              int64_t pixels) {
  constexpr int32_t kScale = (116 * 255 + 50) / 100,
                    kShift = -((16 * 255 * (1 << kLabRootBits) + 50) / 100),
                    kMiddle = 128 << kLabRootBits;
  Matrix m(t.to_xyz);
  alignas(64) uint8_t bytes[3][kBlock];
  alignas(64) int16_t light[3][kBlock] = {}, xyz[3][kBlock];
  alignas(64) uint16_t root[3][kBlock];
  for (; pixels > 0; pixels -= kBlock, rgb += 3 * kBlock, l += kBlock, a += kBlock, b += kBlock) {
    int n = static_cast<int>(pixels < kBlock ? pixels : kBlock);
    split_bytes(rgb, bytes[0], bytes[1], bytes[2], n);
    for (int c = 0; c < 3; c++) look_up_words(bytes[c], light[c], n, t.light);
    for (int i = 0; i < n; i += kShorts) {
      Pairs two = pairs(load(light[0] + i), load(light[1] + i)),
            third = pairs(load(light[2] + i), all(1));
      for (int c = 0; c < 3; c++)
        store(xyz[c] + i, pack((sum_of_products(two, m.m[c][0], m.m[c][1]) +
                                sum_of_products(third, m.m[c][2], 1 << (kLabMatrixBits - 1))) >>
                               kLabMatrixBits));
    }
    for (int c = 0; c < 3; c++) look_up(t.root, xyz[c], root[c], n);
    for (int i = 0; i < n; i++) {
      int32_t x = root[0][i], y = root[1][i], z = root[2][i];
      bytes[0][i] = static_cast<uint8_t>(clamp(shift(kScale * y + kShift, kLabRootBits), 255));
      bytes[1][i] = static_cast<uint8_t>(clamp(shift(500 * (x - y) + kMiddle, kLabRootBits), 255));
      bytes[2][i] = static_cast<uint8_t>(clamp(shift(200 * (y - z) + kMiddle, kLabRootBits), 255));
    }
    std::memcpy(l, bytes[0], static_cast<size_t>(n));
    std::memcpy(a, bytes[1], static_cast<size_t>(n));
    std::memcpy(b, bytes[2], static_cast<size_t>(n));
  }
}

// Inverse of the cube root, or of the line near 0.
inline int32_t cube(int32_t v) {
  constexpr int kOne = 1 << kLabBackBits;
  // Integer division in float: its rounding error cannot reach another integer.
  int32_t line =
      static_cast<int32_t>(static_cast<float>(v * 108) / 841.0f) - kOne * 16 / 116 * 108 / 841;
  int32_t power = ((v * v >> kLabBackBits) * v) >> kLabBackBits;
  return v <= kOne * 6 / 29 ? line : power;
}

void to_rgb(const LabTables& t, const uint8_t* l, const uint8_t* a, const uint8_t* b, uint8_t* rgb,
            int64_t pixels) {
  constexpr int kOne = 1 << kLabBackBits;
  Matrix m(t.from_xyz);
  alignas(64) uint8_t bytes[3][kBlock];
  alignas(64) int16_t luminance[kBlock], root[kBlock];
  alignas(64) uint16_t light[3][kBlock];
  for (; pixels > 0; pixels -= kBlock, rgb += 3 * kBlock, l += kBlock, a += kBlock, b += kBlock) {
    int n = static_cast<int>(pixels < kBlock ? pixels : kBlock);
    look_up_words(l, luminance, n, t.y);
    look_up_words(l, root, n, t.fy);
    for (int i = 0; i < n; i++) {
      int32_t da = ((5 * a[i] * 53687 + (1 << 7)) >> 13) - 128 * kOne / 500;
      int32_t db = ((b[i] * 41943 + (1 << 4)) >> 9) - 128 * kOne / 200 + 1;
      int32_t x = cube(root[i] + da), y = luminance[i], z = cube(root[i] - db);
      for (int c = 0; c < 3; c++)
        light[c][i] = static_cast<uint16_t>(
            clamp(shift(m.row(c, x, y, z), kLabMatrixBits + kLabBackBits - 12), 4095));
    }
    for (int c = 0; c < 3; c++) look_up(t.gamma, light[c], bytes[c], n);
    join_bytes(bytes[0], bytes[1], bytes[2], rgb, n);
  }
}

}  // namespace

const LabTable& lab_table() {
  static const LabTable t{&from_rgb, &to_rgb};
  return t;
}

}  // namespace hr::HR_ISA
