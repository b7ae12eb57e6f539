// CRC-32C: three streams at once with the CRC instruction, else tables, eight bytes a step.
#include "simd/crc32c.h"

#include <array>
#include <bit>
#include <cstring>
#if defined(__SSE4_2__)
#include <immintrin.h>
#endif

namespace hr::HR_ISA {
namespace {

using Table = std::array<uint32_t, 256>;

constexpr uint32_t kPolynomial = 0x82F63B78;  // Castagnoli, bit-reversed

constexpr Table byte_table() {
  Table t{};
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++) c = c >> 1 ^ (c & 1 ? kPolynomial : 0);
    t[i] = c;
  }
  return t;
}

constexpr Table kByte = byte_table();

uint64_t load(const uint8_t* p) {
  uint64_t v;
  std::memcpy(&v, p, 8);
  return v;
}

uint32_t bytewise(uint32_t c, const uint8_t* p, size_t n) {
  for (size_t i = 0; i < n; i++) c = c >> 8 ^ kByte[(c ^ p[i]) & 255];
  return c;
}

#if defined(__SSE4_2__)

constexpr size_t kStream = 1024;  // bytes per stream; CRC has latency 3, throughput 1

// Advances a CRC over `bytes` zeros. Linear, so one table per byte of the register.
struct Shift {
  std::array<Table, 4> t{};

  explicit Shift(size_t bytes) {
    for (size_t bit = 0; bit < 32; bit++) {
      uint32_t c = uint32_t{1} << bit;
      for (size_t i = 0; i < bytes; i++) c = c >> 8 ^ kByte[c & 255];
      for (size_t b = 0; b < 256; b++)
        if (b >> bit % 8 & 1) t[bit / 8][b] ^= c;
    }
  }
  uint32_t operator()(uint32_t c) const {
    return t[0][c & 255] ^ t[1][c >> 8 & 255] ^ t[2][c >> 16 & 255] ^ t[3][c >> 24];
  }
};

uint32_t update(uint32_t state, const uint8_t* p, size_t n) {
  static const Shift by_one(kStream), by_two(2 * kStream);
  uint64_t c = state;
  for (; n >= 3 * kStream; p += 3 * kStream, n -= 3 * kStream) {
    uint64_t second = 0, third = 0;
    for (size_t i = 0; i < kStream; i += 8) {
      c = _mm_crc32_u64(c, load(p + i));
      second = _mm_crc32_u64(second, load(p + kStream + i));
      third = _mm_crc32_u64(third, load(p + 2 * kStream + i));
    }
    c = by_two(static_cast<uint32_t>(c)) ^ by_one(static_cast<uint32_t>(second)) ^ third;
  }
  for (; n >= 8; p += 8, n -= 8) c = _mm_crc32_u64(c, load(p));
  return bytewise(static_cast<uint32_t>(c), p, n);
}

#else

// t[k]: CRC of a byte followed by k zeros.
std::array<Table, 8> word_tables() {
  std::array<Table, 8> t{kByte};
  for (size_t k = 1; k < 8; k++)
    for (size_t i = 0; i < 256; i++) t[k][i] = t[k - 1][i] >> 8 ^ kByte[t[k - 1][i] & 255];
  return t;
}

uint32_t update(uint32_t c, const uint8_t* p, size_t n) {
  static const std::array<Table, 8> t = word_tables();
  if constexpr (std::endian::native == std::endian::little) {
    for (; n >= 8; p += 8, n -= 8) {
      const uint64_t w = load(p) ^ c;
      c = 0;
      for (size_t k = 0; k < 8; k++) c ^= t[7 - k][w >> 8 * k & 255];
    }
  }
  return bytewise(c, p, n);
}

#endif

}  // namespace

uint32_t crc32c(uint32_t crc, const uint8_t* data, size_t n) { return ~update(~crc, data, n); }

}  // namespace hr::HR_ISA
