// Pixels of three bytes to planes and back.
//
// Sixteen pixels at a time by shuffles, which are faster than compiled loops; the rest one by one.
#pragma once
#include <cstdint>
#include <cstring>

namespace hr::HR_ISA {

using Bytes = uint8_t __attribute__((vector_size(16)));

inline Bytes load_bytes(const uint8_t* p) {
  Bytes v;
  std::memcpy(&v, p, 16);
  return v;
}
inline void store_bytes(uint8_t* p, Bytes v) { std::memcpy(p, &v, 16); }

inline void split_bytes(const uint8_t* in, uint8_t* r, uint8_t* g, uint8_t* b, int64_t n) {
  int64_t i = 0;
  for (; i + 16 <= n; i += 16) {
    Bytes x = load_bytes(in + 3 * i), y = load_bytes(in + 3 * i + 16),
          z = load_bytes(in + 3 * i + 32);
    Bytes p = __builtin_shufflevector(x, y, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
    Bytes q = __builtin_shufflevector(x, y, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0);
    Bytes s = __builtin_shufflevector(x, y, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0);
    store_bytes(
        r + i, __builtin_shufflevector(p, z, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29));
    store_bytes(
        g + i, __builtin_shufflevector(q, z, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30));
    store_bytes(
        b + i, __builtin_shufflevector(s, z, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31));
  }
  for (; i < n; i++) {
    r[i] = in[3 * i];
    g[i] = in[3 * i + 1];
    b[i] = in[3 * i + 2];
  }
}

inline void join_bytes(const uint8_t* r, const uint8_t* g, const uint8_t* b, uint8_t* out,
                       int64_t n) {
  int64_t i = 0;
  for (; i + 16 <= n; i += 16) {
    Bytes x = load_bytes(r + i), y = load_bytes(g + i), z = load_bytes(b + i);
    Bytes p = __builtin_shufflevector(x, y, 0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5);
    Bytes q = __builtin_shufflevector(x, y, 21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26);
    Bytes s =
        __builtin_shufflevector(x, y, 0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0);
    store_bytes(out + 3 * i, __builtin_shufflevector(p, z, 0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19,
                                                     12, 13, 20, 15));
    store_bytes(out + 3 * i + 16, __builtin_shufflevector(q, z, 0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24,
                                                          11, 12, 25, 14, 15));
    store_bytes(out + 3 * i + 32, __builtin_shufflevector(s, z, 26, 1, 2, 27, 4, 5, 28, 7, 8, 29,
                                                          10, 11, 30, 13, 14, 31));
  }
  for (; i < n; i++) {
    out[3 * i] = r[i];
    out[3 * i + 1] = g[i];
    out[3 * i + 2] = b[i];
  }
}

}  // namespace hr::HR_ISA
