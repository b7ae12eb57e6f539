// Byte histograms, lookup and blending.
#include "simd/histogram.h"

#include <bit>

#include "simd/byte_table.h"
#include "simd/planes.h"

namespace hr::HR_ISA {
namespace {

// Several counters per value avoid store-to-load stalls between equal neighbours.
template <int Channels, int Copies>
void count_into(const uint8_t* in, int64_t n, uint32_t (*part)[256]) {
  int64_t i = 0;
  for (; i + 4 * Channels <= n; i += 4 * Channels)
    for (int word = 0; word < Channels; word++) {
      uint32_t v;  // one load per four bytes
      std::memcpy(&v, in + i + 4 * word, 4);
      for (int k = 0; k < 4; k++) {
        int e = 4 * word + k;
        part[e / Channels % Copies * Channels + e % Channels][v >> (8 * k) & 255]++;
      }
    }
  for (int64_t k = 0; i < n; i++, k++) part[k % Channels][in[i]]++;
}

void count(const uint8_t* in, int64_t n, uint32_t (*part)[256]) { count_into<1, 4>(in, n, part); }

void count3(const uint8_t* in, int64_t pixels, uint32_t (*part)[256]) {
  count_into<3, 2>(in, 3 * pixels, part);
}

void look_up3(const uint8_t* in, uint8_t* out, int64_t pixels, const uint8_t (*table)[256]) {
#if defined(__AVX512BW__)
  constexpr int64_t kBlock = 512;
  uint8_t plane[3][kBlock];
  for (int64_t i = 0; i < pixels; i += kBlock) {
    int64_t n = pixels - i < kBlock ? pixels - i : kBlock;
    split_bytes(in + 3 * i, plane[0], plane[1], plane[2], n);
    for (int c = 0; c < 3; c++) look_up_bytes(plane[c], plane[c], n, table[c]);
    join_bytes(plane[0], plane[1], plane[2], out + 3 * i, n);
  }
#else
  for (int64_t i = 0; i < pixels; i++)
    for (int c = 0; c < 3; c++) out[3 * i + c] = table[c][in[3 * i + c]];
#endif
}

void look_up_fours(const uint8_t* __restrict in, uint32_t* __restrict out, int64_t n,
                   const uint32_t* __restrict table) {
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    uint64_t v;
    std::memcpy(&v, in + i, 8);
    for (int k = 0; k < 8; k++) out[i + k] = table[v >> (8 * k) & 255];
  }
  for (; i < n; i++) out[i] = table[in[i]];
}

void blend(const uint32_t* __restrict in, const float* __restrict across, float down,
           uint8_t* __restrict out, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    auto value = [&](int k) {
      return static_cast<float>(static_cast<int32_t>(in[i] >> (8 * k) & 255));
    };
    float left = 1 - across[i], right = across[i];
    float top = value(0) * left + value(1) * right, bottom = value(2) * left + value(3) * right;
    float mixed = top * (1 - down) + bottom * down;
    // Adding 2^23 leaves the integer, rounded to even, in the low bits.
    out[i] = static_cast<uint8_t>(std::bit_cast<uint32_t>(mixed + 8388608.0f));
  }
}

}  // namespace

const HistogramTable& histogram_table() {
  static const HistogramTable t{&count,         &count3, &look_up_bytes, &look_up3,
                                &look_up_fours, &blend,  &split_bytes,   &join_bytes};
  return t;
}

}  // namespace hr::HR_ISA
