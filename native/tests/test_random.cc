// Random words, normal, gamma and Poisson numbers, and noise, on memory of exact size: any range of
// elements equals that part of the whole, and every instruction set gives the same bits.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "simd/noise.h"
#include "simd/random.h"

namespace {

using namespace hr;

int failures = 0;
#define CHECK(ok)                                                   \
  do {                                                              \
    if (!(ok) && ++failures <= 20) {                                \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #ok); \
    }                                                               \
  } while (false)

std::mt19937 rng(5);
int64_t draw(int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(rng);
}

template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || !std::memcmp(a.data(), b.data(), a.size() * sizeof(T)));
}

// Each vector is its own heap block: sanitizers detect any access outside of it.
template <class T, class Make>
std::vector<T> made(int64_t n, Make make) {
  std::vector<T> v(static_cast<size_t>(n));
  make(v.data());
  return v;
}

// Published test vectors of Philox 4x32-10.
void known_words() {
  using Words = std::array<uint32_t, 4>;
  CHECK(philox(0, 0, 0, 0) == (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  CHECK(philox(~0ull, ~0ull, ~0u, ~0u) == (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

void elements_and_words() {  // see the note in random.h
  RandomSource s({0x123456789abcdefull, 77}, 3);
  auto words = made<uint32_t>(256, [&](uint32_t* out) { randoms().words(s, 0, 256, out); });
  for (uint32_t e = 0; e < 256; e++)
    CHECK(words[e] == philox(s.key.seed, s.key.position, 3, e / 64 * 16 + e % 16)[e % 64 / 16]);
}

template <class T, class Fill>
void parts_of(const RandomTable& best, Fill fill) {
  constexpr int64_t kAll = 3000;
  auto all = made<T>(kAll, [&](T* out) { fill(base::random_table(), 0, kAll, out); });
  for (int round = 0; round < 200; round++) {
    int64_t first = draw(0, kAll), n = draw(0, round % 2 ? 8 : kAll - first);
    n = std::min(n, kAll - first);
    std::vector<T> want(all.begin() + first, all.begin() + first + n);
    CHECK(same(made<T>(n, [&](T* out) { fill(best, first, n, out); }), want));
  }
}

void runs() {
  RandomSource s({42, 7}, 11);
  parts_of<uint32_t>(randoms(), [&](auto& t, int64_t first, int64_t n, uint32_t* out) {
    t.words(s, first, n, out);
  });
  parts_of<float>(randoms(), [&](auto& t, int64_t first, int64_t n, float* out) {
    t.normals(s, first, n, out);
  });
  for (double shape : {1e-30, 0.01, 0.5, 1.0, 1.5, 30.0, 1e30})
    parts_of<double>(randoms(), [&](auto& t, int64_t first, int64_t n, double* out) {
      t.log_gammas(s, 1, shape, first, n, out);
      for (int64_t i = 0; i < n; i++) CHECK(std::isfinite(out[i]));
    });
}

// Words at both ends of the range more often than the generator gives them.
std::vector<uint32_t> hostile_words(int64_t n) {
  std::vector<uint32_t> w(static_cast<size_t>(n));
  for (uint32_t& v : w) v = draw(0, 3) ? static_cast<uint32_t>(rng()) : draw(0, 1) ? ~0u : 0u;
  return w;
}

void poisson() {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const double rates[] = {0, 1e-300, 1e-9, 0.5, 3, 9.999, 10, 11, 500, 1e9, 1e20, 1e300, kInf};
  for (int round = 0; round < 300; round++) {
    int64_t n = draw(0, 70);
    auto rate = made<double>(n, [&](double* out) {
      for (int64_t i = 0; i < n; i++) out[i] = rates[draw(0, std::size(rates) - 1)];
    });
    auto words = hostile_words(n);
    auto z = made<float>(n, [&](float* out) {
      for (int64_t i = 0; i < n; i++) out[i] = static_cast<float>(draw(-66, 66)) / 10;
    });
    auto small = [&](auto& t) {
      return made<double>(n, [&](double* o) { t.poisson_small(rate.data(), words.data(), o, n); });
    };
    auto large = [&](auto& t) {
      return made<double>(n, [&](double* o) { t.poisson_large(rate.data(), z.data(), o, n); });
    };
    auto few = small(noises()), many = large(noises());
    CHECK(same(few, small(base::noise_table())) && same(many, large(base::noise_table())));
    for (size_t i = 0; i < few.size(); i++) {
      if (rate[i] < kPoissonSplit) CHECK(few[i] >= 0 && few[i] < 50);
      if (rate[i] >= kPoissonSplit) CHECK(many[i] >= 0 && (many[i] < kInf || rate[i] == kInf));
    }
  }
}

void noise() {
  for (int round = 0; round < 400; round++) {
    int type = static_cast<int>(draw(0, static_cast<int>(DType::count) - 1));
    int64_t n = draw(0, 200), bytes = n * itemsize(static_cast<DType>(type));
    auto in = made<uint8_t>(bytes, [&](uint8_t* out) {
      for (int64_t i = 0; i < bytes; i++) out[i] = static_cast<uint8_t>(draw(0, 1));
    });
    RandomSource s({static_cast<uint64_t>(round), 0}, 0);
    auto z = made<float>(n, [&](float* out) { randoms().normals(s, 0, n, out); });
    float deviation = draw(0, 1) ? 3.0f : 3e30f;
    auto add = [&](auto& t) {
      return made<uint8_t>(
          bytes, [&](uint8_t* out) { t.add[type](in.data(), z.data(), 0.5f, deviation, out, n); });
    };
    CHECK(same(add(noises()), add(base::noise_table())));
    auto words = hostile_words(n);
    const int32_t limits[] = {0, 1, 1 << 20, 1 << 30};
    int32_t salt = limits[draw(0, 3)], limit = std::max(salt, limits[draw(0, 3)]);
    const uint64_t values[] = {3, 4};
    int width = std::countr_zero(static_cast<unsigned>(itemsize(static_cast<DType>(type))));
    auto marks = [&](auto& t) {
      return made<uint8_t>(n, [&](uint8_t* out) { t.marks(words.data(), salt, limit, out, n); });
    };
    auto found = marks(noises());
    CHECK(same(found, marks(base::noise_table())));
    for (uint8_t m : found) CHECK(limit < 1 << 30 || m > 0);
    auto replace = [&](auto& t) {
      return made<uint8_t>(
          bytes, [&](uint8_t* out) { t.replace[width](in.data(), found.data(), values, out, n); });
    };
    CHECK(same(replace(noises()), replace(base::noise_table())));
  }
}

}  // namespace

int main() {
  known_words();
  elements_and_words();
  runs();
  poisson();
  noise();
  if (failures) std::fprintf(stderr, "%d checks failed\n", failures);
  return failures != 0;
}
