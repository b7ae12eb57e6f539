// JPEG distortion: the lossy steps of JPEG without entropy coding.
//
// Matches libjpeg's encoder and decoder to the bit: its default ("slow integer") DCT by Loeffler,
// Ligtenberg and Moschytz with 13-bit constants, colour tables and smooth upsampling.
//
// Note [Blocks as lanes]
// A chunk of blocks is rearranged so that element k of all blocks is contiguous. Both DCT passes
// and quantisation are then loops over blocks.
#include "simd/jpeg_distortion.h"

#include "simd/planes.h"
#include "simd/short_vectors.h"

namespace hr::HR_ISA {
namespace {

constexpr int kLanes = 32;  // blocks per chunk
constexpr int kBits = 13;   // of the constants
constexpr int kPass = 2;    // extra bits between passes

constexpr int fixed(double x) { return static_cast<int>(x * (1 << kBits) + 0.5); }

struct Chunk {
  alignas(64) int16_t v[64][kLanes];
};

template <int Shift>
inline Shorts descale(const Wide& w) {
  return pack((w + (1 << (Shift - 1))) >> Shift);
}

// The odd part, shared by both transforms. Products are exact, so rotations can be multiplied out:
// every result is a sum of four products.
struct Odd {
  Wide a, b, c, d;
};
inline Odd odd_part(Shorts a, Shorts b, Shorts c, Shorts d) {
  constexpr int ad = fixed(0.899976223), bc = fixed(2.562915447), ac = fixed(1.961570560),
                bd = fixed(0.390180644), all = fixed(1.175875602);
  constexpr int aa = fixed(0.298631336) - ad - ac + all, bb = fixed(2.053119869) - bc - bd + all,
                cc = fixed(3.072711026) - bc - ac + all, dd = fixed(1.501321110) - ad - bd + all;
  Pairs p = pairs(a, b), q = pairs(c, d);
  auto sum = [&](int ka, int kb, int kc, int kd) {
    return sum_of_products(p, ka, kb) + sum_of_products(q, kc, kd);
  };
  return {sum(aa, all, all - ac, all - ad), sum(all, bb, all - bc, all - bd),
          sum(all - ac, all - bc, cc, all), sum(all - ad, all - bd, all, dd)};
}

constexpr int kEven = fixed(0.541196100), kEvenP = kEven + fixed(0.765366865),
              kEvenQ = kEven - fixed(1.847759065);

// One pass over eight elements, Step apart; the second pass removes the extra bits.
template <int Step, bool Second>
inline void forward(int16_t (*v)[kLanes]) {
  constexpr int shift = Second ? kBits + kPass : kBits - kPass;
  for (int i = 0; i < kLanes; i += kShorts) {
    auto in = [&](int k) { return load(v[k * Step] + i); };
    auto out = [&](int k, Shorts x) { store(v[k * Step] + i, x); };
    Shorts x0 = in(0), x1 = in(1), x2 = in(2), x3 = in(3), x4 = in(4), x5 = in(5), x6 = in(6),
           x7 = in(7);
    Shorts s0 = x0 + x7, s1 = x1 + x6, s2 = x2 + x5, s3 = x3 + x4;
    Shorts even = s0 + s3, middle = s1 + s2;
    Pairs pq = pairs(s0 - s3, s1 - s2);
    Odd o = odd_part(x3 - x4, x2 - x5, x1 - x6, x0 - x7);
    if constexpr (Second) {
      Shorts half = all(1 << (kPass - 1));
      out(0, (even + middle + half) >> kPass);
      out(4, (even - middle + half) >> kPass);
    } else {
      out(0, (even + middle) << kPass);
      out(4, (even - middle) << kPass);
    }
    out(2, descale<shift>(sum_of_products(pq, kEvenP, kEven)));
    out(6, descale<shift>(sum_of_products(pq, kEven, kEvenQ)));
    out(7, descale<shift>(o.a));
    out(5, descale<shift>(o.b));
    out(3, descale<shift>(o.c));
    out(1, descale<shift>(o.d));
  }
}

template <int Step, bool Second>
inline void inverse(int16_t (*v)[kLanes]) {
  constexpr int shift = Second ? kBits + kPass + 3 : kBits - kPass;
  constexpr int one = 1 << kBits, half = 1 << (shift - 1);
  for (int i = 0; i < kLanes; i += kShorts) {
    auto in = [&](int k) { return load(v[k * Step] + i); };
    auto out = [&](int k, const Wide& x) { store(v[k * Step] + i, pack(x >> shift)); };
    Pairs outer = pairs(in(0), in(4)), inner = pairs(in(2), in(6));
    Wide sum = sum_of_products(outer, one, one) + half,
         difference = sum_of_products(outer, one, -one) + half;
    Wide p = sum_of_products(inner, kEvenP, kEven), q = sum_of_products(inner, kEven, kEvenQ);
    Wide e0 = sum + p, e3 = sum - p, e1 = difference + q, e2 = difference - q;
    Odd o = odd_part(in(7), in(5), in(3), in(1));
    out(0, e0 + o.d);
    out(7, e0 - o.d);
    out(1, e1 + o.c);
    out(6, e1 - o.c);
    out(2, e2 + o.b);
    out(5, e2 - o.b);
    out(3, e3 + o.a);
    out(4, e3 - o.a);
  }
}

// Rounds coefficients (scaled by 8) to multiples of their steps, halves away from zero. `bias`
// makes them positive: a multiple of the divisor plus half of it.
inline void quantise(Chunk& c, const QuantTable& table) {
  for (int k = 0; k < 64; k++) {
    const QuantStep& q = table.s[k];
    Shorts bias = all(q.bias), mul = all(q.mul), mul2 = all(q.mul2), step = all(q.step),
           back = all(q.back);
    for (int i = 0; i < kLanes; i += kShorts) {
      Shorts x = load(c.v[k] + i);
      Shorts r = high_of_product(high_of_product(x + (x >> 15) + bias, mul), mul2);
      store(c.v[k] + i, r * step - back);
    }
  }
}

inline void load_row(const uint8_t* __restrict in, int16_t (*__restrict v)[kLanes], int count) {
  for (int i = 0; i < count; i++)
    for (int k = 0; k < 8; k++) v[k][i] = static_cast<int16_t>(in[8 * i + k] - 128);
}

inline void store_row(const int16_t (*v)[kLanes], uint8_t* __restrict out, int count) {
  alignas(64) uint8_t bytes[8][kLanes];
  for (int k = 0; k < 8; k++)
    for (int i = 0; i < kLanes; i += kShorts) store(bytes[k] + i, load(v[k] + i) + all(128));
  for (int i = 0; i < count; i++)
    for (int k = 0; k < 8; k++) out[8 * i + k] = bytes[k][i];
}

void distort_chunk(Chunk& c, const QuantTable& table) {
  for (int y = 0; y < 8; y++) forward<1, false>(c.v + 8 * y);
  for (int x = 0; x < 8; x++) forward<8, true>(c.v + x);
  quantise(c, table);
  for (int x = 0; x < 8; x++) inverse<8, false>(c.v + x);
  for (int y = 0; y < 8; y++) inverse<1, true>(c.v + 8 * y);
}

void distort(uint8_t* rows, ptrdiff_t pitch, int64_t count, const QuantTable& table) {
  Chunk c;
  for (; count > 0; count -= kLanes, rows += 8 * kLanes) {
    bool whole = count >= kLanes;
    int lanes = whole ? kLanes : static_cast<int>(count);
    if (!whole)
      for (auto& lane : c.v)
        for (int16_t& x : lane) x = 0;
    for (int y = 0; y < 8; y++) load_row(rows + y * pitch, c.v + 8 * y, whole ? kLanes : lanes);
    distort_chunk(c, table);
    for (int y = 0; y < 8; y++) store_row(c.v + 8 * y, rows + y * pitch, whole ? kLanes : lanes);
  }
}

constexpr int color(double x) { return static_cast<int>(x * 65536 + 0.5); }

constexpr int kPixels = 256;  // per buffer

// The factors of a row sum to 1 or 0, so green can be factored out.
void to_ycc(const uint8_t* rgb, uint8_t* y, uint8_t* cb, uint8_t* cr, int64_t n) {
  constexpr int half = 1 << 15, middle = (128 << 16) + half - 1;
  static_assert(color(0.299) + color(0.587) + color(0.114) == 1 << 16);
  static_assert(color(0.16874) + color(0.33126) == half && color(0.41869) + color(0.08131) == half);
  const Wide offset{Ints{} + middle, Ints{} + middle};
  alignas(64) uint8_t red[kPixels], green[kPixels], blue[kPixels];
  for (int64_t at = 0; at < n; at += kPixels) {
    int count = static_cast<int>(n - at < kPixels ? n - at : kPixels);
    split_bytes(rgb + 3 * at, red, green, blue, count);
    for (int i = 0; i < count; i += 2 * kShorts) {
      Shorts g[2], l[2], u[2], v[2];
      for (int k = 0; k < 2; k++) {
        int j = i + k * kShorts;
        g[k] = load(green + j);
        Pairs rb = pairs(load(red + j) - g[k], load(blue + j) - g[k]);
        l[k] = g[k] + pack((sum_of_products(rb, color(0.299), color(0.114)) + half) >> 16);
        // -half fits 16 bits, half does not.
        u[k] = pack((offset - sum_of_products(rb, color(0.16874), -half)) >> 16);
        v[k] = pack((offset - sum_of_products(rb, -half, color(0.08131))) >> 16);
      }
      store(y + at + i, l[0], l[1]);
      store(cb + at + i, u[0], u[1]);
      store(cr + at + i, v[0], v[1]);
    }
  }
}

// Factors beyond 16 bits: whole multiples of chroma are added separately.
void to_rgb(const uint8_t* y, const uint8_t* cb, const uint8_t* cr, uint8_t* rgb, int64_t n) {
  constexpr int half = 1 << 15, one = 1 << 16;
  alignas(64) uint8_t red[kPixels], green[kPixels], blue[kPixels];
  for (int64_t at = 0; at < n; at += kPixels) {
    int count = static_cast<int>(n - at < kPixels ? n - at : kPixels);
    for (int i = 0; i < count; i += 2 * kShorts) {
      Shorts r[2], g[2], b[2];
      for (int k = 0; k < 2; k++) {
        int64_t j = at + i + k * kShorts;
        Shorts l = load(y + j), u = load(cb + j) - all(128), v = load(cr + j) - all(128);
        Pairs uv = pairs(u, v);
        auto part = [&](int ku, int kv) {
          return pack((sum_of_products(uv, ku, kv) + half) >> 16);
        };
        r[k] = l + v + part(0, color(1.402) - one);
        g[k] = l - v + part(-color(0.34414), one - color(0.71414));
        b[k] = l + u + u + part(color(1.772) - 2 * one, 0);
      }
      store(red + i, r[0], r[1]);
      store(green + i, g[0], g[1]);
      store(blue + i, b[0], b[1]);
    }
    join_bytes(red, green, blue, rgb + 3 * at, count);
  }
}

// Rounds halves down and up alternately.
void halve(const uint8_t* __restrict a, const uint8_t* __restrict b, uint8_t* __restrict out,
           int64_t n) {
  for (int64_t i = 0; i < n; i++)
    out[i] = static_cast<uint8_t>(
        (a[2 * i] + a[2 * i + 1] + b[2 * i] + b[2 * i + 1] + 1 + (i & 1)) >> 2);
}

void enlarge(const uint8_t* __restrict row, const uint8_t* __restrict near, uint8_t* __restrict out,
             int64_t n) {
  auto sum = [&](int64_t i) { return static_cast<uint16_t>(3 * row[i] + near[i]); };
  auto mix = [](uint16_t here, uint16_t beside, uint16_t half) {
    return static_cast<uint8_t>(static_cast<uint16_t>(3 * here + beside + half) >> 4);
  };
  alignas(64) uint16_t sums[kPixels + 2];
  for (int64_t at = 0; at < n; at += kPixels) {
    int count = static_cast<int>(n - at < kPixels ? n - at : kPixels);
    sums[0] = sum(at > 0 ? at - 1 : 0);
    for (int i = 0; i < count; i++) sums[i + 1] = sum(at + i);
    sums[count + 1] = sum(at + count < n ? at + count : n - 1);
    uint8_t* __restrict o = out + 2 * at;
    for (int i = 0; i < count; i++) {
      o[2 * i] = mix(sums[i + 1], sums[i], 8);
      o[2 * i + 1] = mix(sums[i + 1], sums[i + 2], 7);
    }
  }
}

void repeat(const uint8_t* __restrict row, uint8_t* __restrict out, int64_t n) {
  for (int64_t i = 0; i < n; i++) out[2 * i] = out[2 * i + 1] = row[i];
}

}  // namespace

const JpegLoops& jpeg_loops() {
  static const JpegLoops t{to_ycc, halve, distort, enlarge, repeat, to_rgb};
  return t;
}

}  // namespace hr::HR_ISA
