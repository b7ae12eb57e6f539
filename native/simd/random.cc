// Random words by Philox, 16 blocks side by side, and distributions computed from them.
#include "simd/random.h"

#include <algorithm>
#include <cstring>

#include "simd/float_math.h"

namespace hr::HR_ISA {
namespace {

constexpr int kLanes = 16, kGroup = 4 * kLanes;  // see Note [Elements and words]

// 16 blocks from `first`: word k of block i goes to out[16 * k + i].
void group_words(const RandomSource& s, uint32_t first, uint32_t* __restrict out) {
  uint32_t k0 = static_cast<uint32_t>(s.key.seed), k1 = static_cast<uint32_t>(s.key.seed >> 32);
  uint32_t p0 = static_cast<uint32_t>(s.key.position),
           p1 = static_cast<uint32_t>(s.key.position >> 32);
  alignas(64) uint32_t c0[kLanes], c1[kLanes], c2[kLanes], c3[kLanes];
  for (int i = 0; i < kLanes; i++) {
    c0[i] = first + static_cast<uint32_t>(i);
    c1[i] = s.sample;
    c2[i] = p0;
    c3[i] = p1;
  }
  for (int r = 0; r < 10; r++) {
#pragma GCC unroll 1  // early unrolling would prevent vectorisation
    for (int i = 0; i < kLanes; i++) {
      uint64_t a = 0xD2511F53ull * c0[i], b = 0xCD9E8D57ull * c2[i];
      c0[i] = static_cast<uint32_t>(b >> 32) ^ c1[i] ^ k0;
      c2[i] = static_cast<uint32_t>(a >> 32) ^ c3[i] ^ k1;
      c1[i] = static_cast<uint32_t>(b);
      c3[i] = static_cast<uint32_t>(a);
    }
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  std::memcpy(out, c0, sizeof c0);
  std::memcpy(out + kLanes, c1, sizeof c1);
  std::memcpy(out + 2 * kLanes, c2, sizeof c2);
  std::memcpy(out + 3 * kLanes, c3, sizeof c3);
}

// Elements [first, first + n), from groups of 64 made by `group(index, out)`, or one by one if few.
template <class T, class Group, class One>
void by_groups(int64_t first, int64_t n, T* out, Group group, One one) {
  constexpr int64_t kFew = 4;
  alignas(64) T part[kGroup];
  while (n > 0) {
    int64_t at = first % kGroup, count = std::min<int64_t>(kGroup - at, n);
    if (count == kGroup) {
      group(first / kGroup, out);
    } else if (count <= kFew) {
      for (int64_t i = 0; i < count; i++) out[i] = one(first + i);
    } else {
      group(first / kGroup, part);
      std::memcpy(out, part + at, static_cast<size_t>(count) * sizeof(T));
    }
    first += count;
    out += count;
    n -= count;
  }
}

std::array<uint32_t, 4> block_of(const RandomSource& s, int64_t e) {
  return philox(s.key.seed, s.key.position, s.sample,
                static_cast<uint32_t>(e / kGroup * kLanes + e % kLanes));
}

void words(const RandomSource& s, int64_t first, int64_t n, uint32_t* out) {
  by_groups(
      first, n, out,
      [&](int64_t g, uint32_t* to) { group_words(s, static_cast<uint32_t>(g * kLanes), to); },
      [&](int64_t e) { return block_of(s, e)[static_cast<size_t>(e % kGroup / kLanes)]; });
}

// ln(x) for x in (0, 1], to float precision.
inline float log_unit(float x) {
  constexpr uint32_t kSqrtHalf = 0x3F3504F3u;
  uint32_t bits = std::bit_cast<uint32_t>(x), steps = bits - kSqrtHalf;
  float exponent = static_cast<float>(static_cast<int32_t>(steps) >> 23);
  float m = std::bit_cast<float>(bits - (steps & 0xFF800000u));
  float s = (m - 1.0f) / (m + 1.0f), z = s * s;  // ln(m) = 2 atanh(s), |s| < 0.172
  float p = 2.0f / 9.0f;
  p = p * z + 2.0f / 7.0f;
  p = p * z + 2.0f / 5.0f;
  p = p * z + 2.0f / 3.0f;
  p = p * z + 2.0f;
  return exponent * 0.693147181f + p * s;
}

// Box-Muller: two words to two normal numbers. The second word is an angle: 29 bits within an
// octant, 3 bits for the octant.
inline void box_muller(uint32_t a, uint32_t b, float& x, float& y) {
  float u = static_cast<float>(static_cast<int32_t>(a >> 1)) * 0x1p-31f + 0x1p-32f;
  float radius = std::sqrt(-2.0f * log_unit(u));
  float t = static_cast<float>(static_cast<int32_t>(b & 0x1FFFFFFFu)) * (0.785398163f * 0x1p-29f);
  float z = t * t;
  float s = 1.0f / 362880.0f;
  s = s * z - 1.0f / 5040.0f;
  s = s * z + 1.0f / 120.0f;
  s = s * z - 1.0f / 6.0f;
  s = s * z * t + t;
  float c = 1.0f / 40320.0f;
  c = c * z - 1.0f / 720.0f;
  c = c * z + 1.0f / 24.0f;
  c = c * z - 0.5f;
  c = c * z + 1.0f;
  bool swap = b & 0x20000000u;
  float p = radius * (swap ? s : c), q = radius * (swap ? c : s);
  x = std::bit_cast<float>(std::bit_cast<uint32_t>(p) ^ (b & 0x80000000u));
  y = std::bit_cast<float>(std::bit_cast<uint32_t>(q) ^ ((b << 1) & 0x80000000u));
}

void normals(const RandomSource& s, int64_t first, int64_t n, float* out) {
  by_groups(
      first, n, out,
      [&](int64_t g, float* __restrict to) {
        alignas(64) uint32_t w[kGroup];
        group_words(s, static_cast<uint32_t>(g * kLanes), w);
        for (int half = 0; half < kGroup; half += 2 * kLanes)
#pragma GCC unroll 1
          for (int i = half; i < half + kLanes; i++)
            box_muller(w[i], w[i + kLanes], to[i], to[i + kLanes]);
      },
      [&](int64_t e) {
        auto w = block_of(s, e);
        size_t k = static_cast<size_t>(e % kGroup / kLanes);
        float pair[2];
        box_muller(w[k & 2], w[(k & 2) + 1], pair[0], pair[1]);
        return pair[k & 1];
      });
}

// In (0, 1), both ends excluded.
inline double open_unit(uint32_t w) {
  return static_cast<double>(static_cast<int32_t>(w ^ 0x80000000u)) * 0x1p-32 + (0.5 + 0x1p-33);
}
inline double log_e(double x) { return log_wide(x, kLn2, 1.0); }

// One attempt of Marsaglia and Tsang's method for shapes >= 1: d v is accepted if the test passes.
// Returns ln(d v), or NaN if rejected.
struct Gamma {
  double d, c, log_d;

  explicit Gamma(double shape)
      : d(shape - 1.0 / 3.0), c(1.0 / std::sqrt(9.0 * d)), log_d(log_e(d)) {}
  double attempt(float normal, uint32_t word) const {
    double x = normal, t = 1.0 + c * x, v = t * t * t;
    bool positive = t > 0.0;
    double log_v = log_e(positive ? v : 1.0);
    bool passed = log_e(open_unit(word)) < 0.5 * x * x + d - d * v + d * log_v;
    return positive & passed ? log_d + log_v : std::numeric_limits<double>::quiet_NaN();
  }
};

constexpr int64_t kChunk = 256;

void gamma_chunk(const RandomSource& s, uint32_t which, double shape, int64_t first, int64_t n,
                 double* __restrict out) {
  Gamma gamma(shape < 1 ? shape + 1 : shape);
  alignas(64) float z[kChunk];
  alignas(64) uint32_t w[kChunk];
  uint32_t source = which * 64;
  normals(s.other(source), first, n, z);
  words(s.other(source + 1), first, n, w);
  for (int64_t i = 0; i < n; i++) out[i] = gamma.attempt(z[i], w[i]);
  for (int64_t i = 0; i < n; i++) {  // about 1 in 20 is rejected
    for (uint32_t t = 2; t < 63 && !(out[i] == out[i]); t++) {
      auto block = block_of(s.other(source + t), first + i);
      float x, y;
      box_muller(block[0], block[1], x, y);
      out[i] = gamma.attempt(x, block[2]);
    }
  }
  if (shape < 1) {  // shape + 1, times u^(1 / shape)
    words(s.other(source + 63), first, n, w);
    for (int64_t i = 0; i < n; i++) out[i] += log_e(open_unit(w[i])) / shape;
  }
}

void log_gammas(const RandomSource& s, uint32_t which, double shape, int64_t first, int64_t n,
                double* out) {
  for (int64_t i = 0; i < n; i += kChunk)
    gamma_chunk(s, which, shape, first + i, std::min(kChunk, n - i), out + i);
}

void shares(const double* __restrict a, const double* __restrict b, int64_t n,
            double* __restrict out) {
  for (int64_t i = 0; i < n; i++) out[i] = 1.0 / (1.0 + exp_wide(b[i] - a[i], 700.0));
}

}  // namespace

const RandomTable& random_table() {
  static const RandomTable t{&words, &normals, &log_gammas, &shares};
  return t;
}

}  // namespace hr::HR_ISA
