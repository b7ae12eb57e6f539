// Fourier transforms of many lengths compared with sums in double, on memory of exact size; every
// instruction set gives the same bits.
#include "numerics/fft.h"
#include "simd/signal.h"

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <numbers>
#include <random>
#include <vector>

namespace {

using namespace hr;

int failures = 0;
#define CHECK(ok)                                                   \
  do {                                                              \
    if (!(ok) && ++failures <= 20) {                                \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #ok); \
    }                                                               \
  } while (false)

std::mt19937 rng(3);

using Complex = std::complex<double>;

std::vector<Complex> by_sums(const std::vector<Complex>& x) {
  const auto n = static_cast<int64_t>(x.size());
  std::vector<Complex> r(x.size());
  for (int64_t k = 0; k < n; k++)
    for (int64_t i = 0; i < n; i++)
      r[k] += x[i] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k * i % n) /
                                         static_cast<double>(n));
  return r;
}

// Results of both lane counts for random signals; lanes must not depend on each other.
void check_length(int64_t n) {
  const std::shared_ptr<const FftPlan> plan = fft_plan(n);
  CHECK(plan->n == n && plan->m >= n);
  std::normal_distribution<float> normal;
  for (bool one : {true, false}) {
    const int64_t lanes = one ? 1 : kFftLanes;
    const auto size = static_cast<size_t>(plan->m * lanes);
    std::vector<float> re(size), im(size), work_re(size), work_im(size);
    for (int64_t i = 0; i < n * lanes; i++) re[i] = normal(rng), im[i] = normal(rng);
    std::vector<std::vector<Complex>> want;
    for (int64_t v = 0; v < lanes; v++) {
      std::vector<Complex> x;
      for (int64_t i = 0; i < n; i++) x.emplace_back(re[i * lanes + v], im[i * lanes + v]);
      want.push_back(by_sums(x));
    }
    const FftData got = fft(*plan, {re.data(), im.data(), work_re.data(), work_im.data()}, one);
    const double most = 4e-6 * std::sqrt(static_cast<double>(n)) * 8;
    for (int64_t v = 0; v < lanes; v++)
      for (int64_t k = 0; k < n; k++)
        CHECK(std::abs(Complex(got.re[k * lanes + v], got.im[k * lanes + v]) - want[v][k]) <= most);
  }
}

void check_powers(int64_t n) {
  const auto size = static_cast<size_t>(n * kFftLanes), bins = (n / 2 + 1) * size / n;
  std::vector<float> re(size), im(size), first(bins), second(bins), roots(bins), other(bins);
  std::normal_distribution<float> normal;
  for (float& x : re) x = normal(rng);
  for (float& x : im) x = normal(rng);
  signals().split_power[1](re.data(), im.data(), n, false, first.data(), second.data());
  signals().split_power[1](re.data(), im.data(), n, true, roots.data(), other.data());
  for (size_t i = 0; i < bins; i++) {
    CHECK(std::abs(roots[i] * roots[i] - first[i]) <= 1e-5f * (1 + first[i]));
    CHECK(std::abs(other[i] * other[i] - second[i]) <= 1e-5f * (1 + second[i]));
  }
}

// Tables of all instruction sets of this CPU.
std::vector<const SignalTable*> tables() {
  std::vector<const SignalTable*> r{&base::signal_table()};
#if defined(HR_X86)
  if (isa_level() >= Isa::avx2) r.push_back(&avx2::signal_table());
  if (isa_level() >= Isa::avx512) r.push_back(&avx512::signal_table());
#endif
  return r;
}

void check_instruction_sets() {
  std::normal_distribution<float> normal;
  for (int64_t n : {1, 2, 12, 60, 77, 512}) {
    const std::shared_ptr<const FftPlan> plan = fft_plan(n);
    const auto size = static_cast<size_t>(n * kFftLanes);
    std::vector<float> from_re(size), from_im(size);
    for (float& x : from_re) x = normal(rng);
    for (float& x : from_im) x = normal(rng);
    std::vector<float> first_re, first_im, first_db;
    for (const SignalTable* t : tables()) {
      std::vector<float> re = from_re, im = from_im, work_re(size), work_im(size), db(size);
      const FftData got =
          t->transform[1](*plan, {re.data(), im.data(), work_re.data(), work_im.data()});
      re.assign(got.re, got.re + size), im.assign(got.im, got.im + size);
      t->decibels(from_re.data(), db.data(), static_cast<int64_t>(size), 3.0f, 1e-9f, 10.0f);
      if (first_re.empty()) first_re = re, first_im = im, first_db = db;
      CHECK(!std::memcmp(re.data(), first_re.data(), size * 4));
      CHECK(!std::memcmp(im.data(), first_im.data(), size * 4));
      CHECK(!std::memcmp(db.data(), first_db.data(), size * 4));
      CHECK(t->largest(from_re.data(), static_cast<int64_t>(size)) ==
            base::signal_table().largest(from_re.data(), static_cast<int64_t>(size)));
    }
  }
}

}  // namespace

int main() {
  for (int64_t n = 1; n <= 130; n++) check_length(n);
  for (int64_t n : {257, 400, 401, 512, 1009, 1024}) check_length(n);
  for (int64_t n : {1, 2, 3, 8, 37}) check_powers(n);
  check_instruction_sets();
  if (failures) std::fprintf(stderr, "%d failures\n", failures);
  return failures ? 1 : 0;
}
