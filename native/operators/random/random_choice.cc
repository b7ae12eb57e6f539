// random_choice: rows of an array, or numbers below a bound, drawn with replacement.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "operators/random/random.h"
#include "simd/random.h"

namespace hr {

void sums_of_probabilities(const List<double>& given, double* sums) {
  int64_t n = given.size();
  double sum = 0;
  for (int64_t j = 0; j < n; j++) {
    double p = given[j];
    if (!(p >= 0 && p <= 1))
      fail_value("probabilities lie in [0, 1], p[" + std::to_string(j) + "] is " +
                 std::to_string(p));
    sums[j] = sum += p;
  }
  if (!(std::fabs(sum - 1.0) < 1e-4))
    fail_value("the sum of p must be 1, got " + std::to_string(sum));
  for (int64_t j = 0; j < n; j++) sums[j] /= sum;
}

namespace {

constexpr int64_t kChunk = 1024;

// Input 0: the array or the bound; optional input 1: has the shape of the output.
void infer(const RandomChoiceArgs& a, InferContext& c) {
  Shape s = c.nin > 1 ? c.in[1].shape : given_shape(a.out);
  for (int d = 1; d < c.in[0].shape.ndim; d++) s.push(c.in[0].shape[d]);
  c.out[0] = s;
}

uint64_t choices(const View& a) {
  auto count = [](auto v) {
    if (!(v >= 1))
      fail_value("needs something to choose from, got " + std::to_string(v) + " elements");
    return static_cast<uint64_t>(v);
  };
  if (a.shape.ndim) return count(a.shape[0]);
  if (a.dtype == DType::u64) return count(*a.as<uint64_t>());
  return dispatch(a.dtype, [&](auto t) {
    return count(convert<int64_t>(*a.as<typename decltype(t)::type>()));
  });
}

// Cumulative probabilities, the last is 1.
const double* distribution(const std::optional<List<double>>& p, uint64_t count) {
  if (!p) return nullptr;
  int64_t n = p->size();
  if (static_cast<uint64_t>(n) != count)
    fail_value("p has " + std::to_string(n) + " elements, there are " + std::to_string(count) +
               " to choose from");
  double* sums = reinterpret_cast<double*>(scratch(static_cast<size_t>(n) * sizeof(double), 0));
  sums_of_probabilities(*p, sums);
  return sums;
}

// which[i]: number of sums that are at most u[i]. Few sums are compared one by one, branch-free.
void search(const double* u, int64_t n, const double* sums, uint64_t count, uint64_t* which) {
  constexpr uint64_t kFew = 16;
  if (count > kFew) {
    for (int64_t i = 0; i < n; i++)
      which[i] = static_cast<uint64_t>(std::upper_bound(sums, sums + count - 1, u[i]) - sums);
    return;
  }
  std::fill(which, which + n, 0);
  for (uint64_t j = 0; j + 1 < count; j++)
    for (int64_t i = 0; i < n; i++) which[i] += u[i] >= sums[j];
}

// which[i]: choice for element first + i, from 64 random bits.
void draw(const RandomSource& source, int64_t first, int64_t n, uint64_t count, const double* sums,
          uint64_t* which) {
  uint32_t words[2 * kChunk];
  randoms().words(source, 2 * first, 2 * n, words);
  if (sums) {
    double u[kChunk];
    for (int64_t i = 0; i < n; i++) u[i] = RandomStream::unit64(words[2 * i], words[2 * i + 1]);
    return search(u, n, sums, count, which);
  }
  for (int64_t i = 0; i < n; i++) {  // high half of the product of `count` and 64 random bits
    uint64_t bits = static_cast<uint64_t>(words[2 * i]) << 32 | words[2 * i + 1];
    which[i] = static_cast<uint64_t>((static_cast<unsigned __int128>(bits) * count) >> 64);
  }
}

void run(const RandomChoiceArgs& args, RunContext& c) {
  const View &a = c.in[0], &out = c.out[0];
  uint64_t count = choices(a);
  const double* sums = distribution(args.p, count);
  int64_t row = a.shape.ndim ? a.shape.volume(1) * itemsize(a.dtype) : itemsize(a.dtype);
  int64_t n = row ? out.bytes() / row : 0;
  RandomSource source(c.args.key(), c.args.sample());
  uint64_t which[kChunk];
  for (int64_t e = 0; e < n; e += kChunk) {
    int64_t part = std::min(kChunk, n - e);
    draw(source, e, part, count, sums, which);
    uint8_t* to = out.data + e * row;
    if (a.shape.ndim == 0) {
      dispatch(a.dtype, [&](auto t) {
        using T = typename decltype(t)::type;
        for (int64_t i = 0; i < part; i++) reinterpret_cast<T*>(to)[i] = convert<T>(which[i]);
      });
    } else if (row == itemsize(a.dtype)) {
      dispatch_width(a.dtype, [&](auto t) {
        using T = typename decltype(t)::type;
        for (int64_t i = 0; i < part; i++) reinterpret_cast<T*>(to)[i] = a.as<T>()[which[i]];
      });
    } else {
      for (int64_t i = 0; i < part; i++)
        std::memcpy(to + i * row, a.data + static_cast<int64_t>(which[i]) * row,
                    static_cast<size_t>(row));
    }
  }
}

const KernelEntry entry{{.name = "random_choice",
                         .args = schema<RandomChoiceArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .cost = 8.0f}};

}  // namespace
}  // namespace hr
