// Bayer demosaicing: interpolates missing colours from neighbours.
//
// A pixel of the row's own colour takes green from its four neighbours and the other colour from
// the diagonals; a green pixel has the own colour left and right, the other above and below.
// Rounding matches OpenCV to the bit.
#include "simd/debayer.h"

#include <type_traits>

#include "simd/planes.h"
#include "simd/short_vectors.h"

namespace hr::HR_ISA {
namespace {

constexpr int kChunk = 256;  // pixels per buffer; even

// All ones in even columns: columns of one colour are selected by mask, without branches.
template <class W>
struct Mask {
  W v[kChunk + 1];
  constexpr Mask() : v() {
    for (int i = 0; i <= kChunk; i++) v[i] = i % 2 ? W(0) : W(~W(0));
  }
};
template <class W>
inline constexpr Mask<W> kMask{};

template <class W>
inline W choose(W mask, W a, W b) {
  return static_cast<W>((a & mask) | (b & static_cast<W>(~mask)));
}

template <class W>
inline W distance(W a, W b) {
  return static_cast<W>(a > b ? a - b : b - a);
}

inline Shorts least(Shorts a, Shorts b) { return a < b ? a : b; }
inline Shorts greatest(Shorts a, Shorts b) { return a > b ? a : b; }
inline Shorts apart(Shorts a, Shorts b) { return greatest(a, b) - least(a, b); }

// Element type for sums of four.
template <class T>
using Sum = std::conditional_t<sizeof(T) == 1, uint16_t, uint32_t>;

inline void merge(const uint8_t* a, const uint8_t* b, const uint8_t* c, uint8_t* out, int n) {
  join_bytes(a, b, c, out, n);
}

template <class T>
inline void merge(const T* __restrict a, const T* __restrict b, const T* __restrict c,
                  T* __restrict out, int n) {
  for (int i = 0; i < n; i++) out[3 * i] = a[i], out[3 * i + 1] = b[i], out[3 * i + 2] = c[i];
}

template <class T>
inline T mean(T a, T b) {
  return static_cast<T>((static_cast<Sum<T>>(a) + b + 1) >> 1);
}

template <class T>
inline T mean_of_four(T a, T b, T c, T d) {
  return static_cast<T>((static_cast<Sum<T>>(a) + b + c + d + 2) >> 2);
}

// The same without wider types: subtracts 1 where rounding up twice is too much.
inline uint8_t mean_of_four(uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  uint8_t p = mean(a, b), q = mean(c, d);
  return static_cast<uint8_t>(mean(p, q) - ((p ^ q) & ((a ^ b) | (c ^ d)) & 1));
}

// EdgeAware: green comes from the neighbour pair that differs less.
template <class T, bool EdgeAware>
void colors(const T* up, const T* row, const T* down, T* out, int64_t n, BayerRow b) {
  alignas(64) T own[kChunk], green[kChunk], other[kChunk];
  for (int64_t at = 1; at < n - 1; at += kChunk) {
    int count = static_cast<int>(n - 1 - at < kChunk ? n - 1 - at : kChunk);
    const T* __restrict u = up + at, * __restrict c = row + at, * __restrict d = down + at;
    const T* __restrict mask = kMask<T>.v + ((at ^ b.first) & 1);
    for (int i = 0; i < count; i++) {
      T left = c[i - 1], right = c[i + 1], above = u[i], below = d[i], here = c[i], m = mask[i];
      T horizontal = mean(left, right), vertical = mean(above, below), cross;
      if constexpr (EdgeAware)
        cross = distance(left, right) > distance(above, below) ? vertical : horizontal;
      else
        cross = mean_of_four(left, right, above, below);
      own[i] = choose(m, here, horizontal);
      green[i] = choose(m, cross, here);
      other[i] = choose(m, mean_of_four(u[i - 1], u[i + 1], d[i - 1], d[i + 1]), vertical);
    }
    if (b.blue)
      merge(other, green, own, out + 3 * at, count);
    else
      merge(own, green, other, out + 3 * at, count);
  }
}

constexpr int kRed = 4899, kGreen = 9617, kBlue = 1868;  // scaled by 2^14

template <class T>
void gray(const T* up, const T* row, const T* down, T* out, int64_t n, BayerRow b) {
  const uint32_t own = b.blue ? kBlue : kRed, other = b.blue ? kRed : kBlue;
  for (int64_t at = 1; at < n - 1; at += kChunk) {
    int count = static_cast<int>(n - 1 - at < kChunk ? n - 1 - at : kChunk);
    const T* __restrict u = up + at, * __restrict c = row + at, * __restrict d = down + at;
    T* __restrict o = out + at;
    const uint32_t* __restrict mask = kMask<uint32_t>.v + ((at ^ b.first) & 1);
    for (int i = 0; i < count; i++) {
      uint32_t across = uint32_t(c[i - 1]) + c[i + 1], along = uint32_t(u[i]) + d[i], here = c[i];
      uint32_t corners = uint32_t(u[i - 1]) + u[i + 1] + d[i - 1] + d[i + 1], m = mask[i];
      // In quarters: missing colours are means of four, or of two counted twice.
      uint32_t a = choose(m, 4 * here, 2 * across), g = choose(m, across + along, 4 * here),
               z = choose(m, corners, 2 * along);
      o[i] = static_cast<T>((a * own + g * kGreen + z * other + (1 << 15)) >> 16);
    }
  }
}

// For bytes, everything fits sums of two products. Bytes are widened once per strip.
void gray8(const uint8_t* up, const uint8_t* row, const uint8_t* down, uint8_t* out, int64_t n,
           BayerRow b) {
  if (n < kShorts + 2) return gray<uint8_t>(up, row, down, out, n, b);
  const int own = b.blue ? kBlue : kRed, other = b.blue ? kRed : kBlue;
  const int strip = static_cast<int>(n - 2 < kChunk ? n - 2 : kChunk);
  alignas(64) int16_t line[kChunk + 2], beside[kChunk + 2];  // from the column before the strip
  for (int64_t next = 1; next < n - 1; next += strip) {
    int64_t at = next < n - 1 - strip ? next : n - 1 - strip;  // the last strip overlaps
    const uint8_t *u = up + at - 1, *c = row + at - 1, *d = down + at - 1;
    for (int i = 0; i < strip + 2; i += kShorts) {
      int k = i < strip + 2 - kShorts ? i : strip + 2 - kShorts;
      store(line + k, load(c + k));
      store(beside + k, load(u + k) + load(d + k));
    }
    for (int i = 0; i < strip; i += kShorts) {
      int k = i < strip - kShorts ? i : strip - kShorts;
      Shorts mask = load(kMask<int16_t>.v + (((at + k) ^ b.first) & 1));
      Shorts across = load(line + k) + load(line + k + 2), here = load(line + k + 1) << 2;
      Shorts along = load(beside + k + 1), corners = load(beside + k) + load(beside + k + 2);
      Pairs ag = pairs(mask ? here : across << 1, mask ? across + along : here);
      Pairs z = pairs(mask ? corners : along << 1, all(2));  // twice 2^14: rounding
      Wide sum = sum_of_products(ag, own, kGreen) + sum_of_products(z, other, 1 << 14);
      store(out + at + k, pack(sum >> 16));
    }
  }
}

// ---- variable number of gradients ------------------------------------------------------------
// Chang, Cheung, Pang: gradients in eight directions; colours are means over directions with small
// gradients, as differences from the pixel's own colour. Even and odd columns are stored
// separately, so that a loop handles one kind of pixel.

enum { kVertical, kHorizontal, kRising, kFalling, kRisingMixed, kFallingMixed };

// Elements at fixed offsets from column 2 * i + parity.
struct Around {
  const VngRows& rows;
  int64_t y;
  int parity;
  int64_t start = 0;  // of i

  const int16_t* shifted(int16_t* even_or_odd, int column) const {
    return even_or_odd + (column - (column & 1)) / 2 + start;
  }
  const int16_t* raw(int dy, int dx) const {
    int column = parity + dx;
    return shifted(rows.raw(y + dy, column & 1), column);
  }
  const int16_t* gradient(int kind, int dy, int dx) const {
    int column = parity + dx;
    return shifted(rows.gradient(y + dy, kind, column & 1), column);
  }
};

// Mirrors the mosaic at the edges without repeating the edge: colours stay in their columns.
void vng_read(const uint8_t* __restrict row, const VngRows& rows, int64_t y, int64_t n) {
  int16_t* __restrict even = rows.raw(y, 0), * __restrict odd = rows.raw(y, 1);
  int64_t half = n / 2;
  for (int64_t i = 0; i < half; i++) even[i] = row[2 * i], odd[i] = row[2 * i + 1];
  even[-1] = even[1];
  even[-2] = even[2];
  odd[-1] = odd[0];
  odd[-2] = odd[1];
  even[half] = even[half - 1];
  even[half + 1] = even[half - 2];
  odd[half] = odd[half - 2];
  odd[half + 1] = odd[half - 3];
}

// Vectors may reach beyond the last column: rows are padded.
void vng_gradients(const VngRows& rows, int64_t y, int64_t n) {
  for (int parity = 0; parity < 2; parity++) {
    Around at{rows, y, parity};
    const int16_t *nw = at.raw(-1, -1), *no = at.raw(-1, 0), *ne = at.raw(-1, 1),
                  *we = at.raw(0, -1), *ea = at.raw(0, 1), *sw = at.raw(1, -1), *so = at.raw(1, 0),
                  *se = at.raw(1, 1);
    int16_t* out[VngRows::kKinds];
    for (int k = 0; k < VngRows::kKinds; k++) out[k] = rows.gradient(y, k, parity);
    for (int64_t i = -1; i <= n / 2; i += kShorts) {
      Shorts a = load(nw + i), b = load(no + i), c = load(ne + i), d = load(we + i),
             e = load(ea + i), f = load(sw + i), g = load(so + i), h = load(se + i);
      Shorts up = apart(c, f) << 1, down = apart(a, h) << 1;
      store(out[kVertical] + i, apart(a, f) + (apart(b, g) << 1) + apart(c, h));
      store(out[kHorizontal] + i, apart(a, c) + (apart(d, e) << 1) + apart(f, h));
      store(out[kRising] + i, up);
      store(out[kFalling] + i, down);
      store(out[kRisingMixed] + i, up + apart(b, d) + apart(g, e));
      store(out[kFallingMixed] + i, down + apart(b, e) + apart(g, d));
    }
  }
}

struct Sums {
  Shorts self{}, first{}, second{}, count{};

  // Adds where the mask `use` is set.
  void add(Shorts use, Shorts a, Shorts b, Shorts c) {
    self += a & use;
    first += b & use;
    second += c & use;
    count -= use;
  }
};

typedef float Floats __attribute__((vector_size(2 * kShorts)));

struct WideFloats {
  Floats low, high;
};

inline WideFloats floats(Shorts x) {
  Wide w = sum_of_products(pairs(x, Shorts{}), 1, 0);
  return {__builtin_convertvector(w.low, Floats), __builtin_convertvector(w.high, Floats)};
}

// here + difference / (2 * count), in float; rounds half to even.
inline Shorts shifted_color(Shorts here, Shorts difference, const WideFloats& scale) {
  constexpr float kRound = 12582912.f;  // 1.5 * 2^23: floats of this size have no fraction
  WideFloats x = floats(difference);
  Floats low = (x.low * scale.low + kRound) - kRound,
         high = (x.high * scale.high + kRound) - kRound;
  return here + pack({__builtin_convertvector(low, Ints), __builtin_convertvector(high, Ints)});
}

// One kind of pixels: own colour (first: green) or green (first: own); second: the other colour.
template <bool Green>
void vng_half(const Around& at, uint8_t* first, uint8_t* second, int n) {
  const int16_t* r[5][5];
  for (int a = 0; a < 5; a++)
    for (int b = 0; b < 5; b++) r[a][b] = at.raw(a - 2, b - 2);
  constexpr int up = Green ? kRising : kRisingMixed, down = Green ? kFalling : kFallingMixed;
  const int16_t *u[3][3], *d[3][3];
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) {
      u[a][b] = at.gradient(up, a - 1, b - 1);
      d[a][b] = at.gradient(down, a - 1, b - 1);
    }
  const int16_t *v0 = at.gradient(kVertical, -1, 0), *v1 = at.gradient(kVertical, 0, 0),
                *v2 = at.gradient(kVertical, 1, 0), *h0 = at.gradient(kHorizontal, 0, -1),
                *h1 = at.gradient(kHorizontal, 0, 0), *h2 = at.gradient(kHorizontal, 0, 1);
  for (int i = 0; i < n; i += kShorts) {
    auto p = [&](int dy, int dx) { return load(r[dy + 2][dx + 2] + i); };
    auto rising = [&](int dy, int dx) { return load(u[dy + 1][dx + 1] + i); };
    auto falling = [&](int dy, int dx) { return load(d[dy + 1][dx + 1] + i); };
    Shorts north = load(v0 + i) + load(v1 + i), south = load(v1 + i) + load(v2 + i),
           west = load(h0 + i) + load(h1 + i), east = load(h1 + i) + load(h2 + i);
    Shorts ne = rising(0, 0) + rising(-1, 1), sw = rising(0, 0) + rising(1, -1),
           nw = falling(0, 0) + falling(-1, -1), se = falling(0, 0) + falling(1, 1);
    if constexpr (Green) {
      ne += rising(0, 1) + rising(-1, 0);
      sw += rising(0, -1) + rising(1, 0);
      nw += falling(0, -1) + falling(-1, 0);
      se += falling(0, 1) + falling(1, 0);
    }
    Shorts low =
        least(least(least(north, south), least(west, east)), least(least(ne, sw), least(nw, se)));
    Shorts high = greatest(greatest(greatest(north, south), greatest(west, east)),
                           greatest(greatest(ne, sw), greatest(nw, se)));
    Shorts limit = low + greatest(high >> 1, all(1)), here = p(0, 0);
    Sums s;
    auto straight = [&](Shorts gradient, int dy, int dx) {
      Shorts use = gradient < limit, same = p(2 * dy, 2 * dx) + here, ahead = p(dy, dx) << 1;
      if constexpr (!Green) {
        s.add(use, same, ahead, p(dy - dx, dx - dy) + p(dy + dx, dx + dy));
      } else {
        Shorts sides = p(2 * dy - dx, 2 * dx - dy) + p(2 * dy + dx, 2 * dx + dy);
        s.add(use, same, dy ? sides : ahead, dy ? ahead : sides);
      }
    };
    auto diagonal = [&](Shorts gradient, int dy, int dx) {
      Shorts use = gradient < limit, there = p(dy, dx) << 1;
      Shorts column = p(2 * dy, dx) + p(0, dx), row = p(dy, 2 * dx) + p(dy, 0);
      if constexpr (Green)
        s.add(use, there, column, row);
      else
        s.add(use, p(2 * dy, 2 * dx) + here, (column + row) >> 1, there);
    };
    straight(north, -1, 0);
    straight(south, 1, 0);
    straight(west, 0, -1);
    straight(east, 0, 1);
    diagonal(ne, -1, 1);
    diagonal(sw, 1, -1);
    diagonal(nw, -1, -1);
    diagonal(se, 1, 1);
    WideFloats scale = floats(s.count);
    scale = {0.5f / scale.low, 0.5f / scale.high};
    store(first + i, shifted_color(here, s.first - s.self, scale));
    store(second + i, shifted_color(here, s.second - s.self, scale));
  }
}

inline void zip(const uint8_t* __restrict even, const uint8_t* __restrict odd,
                uint8_t* __restrict out, int n) {
  for (int i = 0; i < n; i++) out[2 * i] = even[i], out[2 * i + 1] = odd[i];
}

void vng_write(const VngRows& rows, int64_t y, uint8_t* out, int64_t n, BayerRow b) {
  constexpr int kHalf = kChunk / 2;
  alignas(64) uint8_t color[3][2][kHalf];  // own, green, other; even and odd columns
  alignas(64) uint8_t plane[3][kChunk];
  const int at_own = static_cast<int>(b.first), at_green = 1 - at_own;
  for (int64_t start = 0; start < n / 2; start += kHalf) {
    int count = static_cast<int>(n / 2 - start < kHalf ? n / 2 - start : kHalf);
    Around own{rows, y, at_own, start}, green{rows, y, at_green, start};
    vng_half<false>(own, color[1][at_own], color[2][at_own], count);
    vng_half<true>(green, color[0][at_green], color[2][at_green], count);
    for (int i = 0; i < count; i += kShorts) {
      store(color[0][at_own] + i, load(own.raw(0, 0) + i));
      store(color[1][at_green] + i, load(green.raw(0, 0) + i));
    }
    for (int k = 0; k < 3; k++) zip(color[k][0], color[k][1], plane[b.blue ? 2 - k : k], count);
    merge(plane[0], plane[1], plane[2], out + 6 * start, 2 * count);
  }
}

}  // namespace

const DebayerLoops& debayer_loops() {
  static const DebayerLoops t{colors<uint8_t, false>,
                              colors<uint8_t, true>,
                              gray8,
                              colors<uint16_t, false>,
                              colors<uint16_t, true>,
                              gray<uint16_t>,
                              vng_read,
                              vng_gradients,
                              vng_write};
  return t;
}

}  // namespace hr::HR_ISA
