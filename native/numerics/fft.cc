// Plans of Fourier transforms; Bluestein's algorithm for lengths with large prime factors.
//
// Why not pocketfft: it is a header of some 3,000 lines to keep in this tree, for these 150 and 130
// of simd/signal.cc. Compiler flags choose the width of its vectors, and with it which frames it
// groups; here every instruction set runs the same loops over eight lanes, with the same bits as a
// result. Spectrograms are 2.5 times as fast as DALI's, features of 400 samples nine times
// (bench/audio.py).
#include "numerics/fft.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <list>
#include <mutex>
#include <numbers>
#include <string>

#include "base/error.h"
#include "base/fork_mutex.h"
#include "simd/signal.h"

namespace hr {
namespace {

constexpr int kLargestRadix = 13;  // larger prime factors: Bluestein's convolution is cheaper
constexpr size_t kKept = 16;       // cached plans
constexpr int64_t kLongest = int64_t{1} << 32;

struct Turn {
  float cos, sin;
};

// exp(-2πi k / n), exact at multiples of an eighth of a turn.
Turn turn_of(int64_t k, int64_t n) {
  const double angle = 2 * std::numbers::pi * static_cast<double>(k % n) / static_cast<double>(n);
  return {static_cast<float>(std::cos(angle)), static_cast<float>(-std::sin(angle))};
}

// Radices of a length, fours first; empty if a prime factor is too large.
std::vector<int> radices_of(int64_t n) {
  std::vector<int> r;
  auto take = [&](int radix) {
    for (; n % radix == 0; n /= radix) r.push_back(radix);
  };
  take(4);
  for (int radix = 2; radix <= kLargestRadix; radix++) take(radix);
  if (n != 1) r.clear();
  return r;
}

void make_stages(FftPlan& plan, const std::vector<int>& radices) {
  int64_t length = plan.m;
  for (int radix : radices) {
    FftPlan::Stage s;
    s.radix = radix;
    s.rest = length / radix;
    for (int64_t p = 0; p < s.rest; p++)
      for (int j = 0; j < radix; j++) {
        Turn t = turn_of(p * j, length);
        s.cos.push_back(t.cos);
        s.sin.push_back(t.sin);
      }
    for (int k = 0; k < radix && radix > 5; k++) {
      Turn t = turn_of(k, radix);
      s.root_cos.push_back(t.cos);
      s.root_sin.push_back(t.sin);
    }
    plan.stages.push_back(std::move(s));
    length /= radix;
  }
}

// Bluestein: the transform as a convolution with the chirp exp(πi k² / n).
void make_convolution(FftPlan& plan) {
  const int64_t n = plan.n, m = plan.m;
  for (int64_t k = 0; k < n; k++) {
    // k² modulo 2n, without overflow for any length that fits into memory
    Turn t = turn_of(static_cast<int64_t>(static_cast<unsigned __int128>(k) * k % (2 * n)), 2 * n);
    plan.chirp_re.push_back(t.cos);
    plan.chirp_im.push_back(t.sin);
  }
  const size_t size = static_cast<size_t>(m);
  std::vector<float> re(size), im(size), work_re(size), work_im(size);
  for (int64_t k = 0; k < n; k++) {
    const float c = plan.chirp_re[k] / static_cast<float>(m);
    const float s = -plan.chirp_im[k] / static_cast<float>(m);
    re[k] = c, im[k] = s;
    if (k) re[m - k] = c, im[m - k] = s;
  }
  const FftData made =
      signals().transform[0](plan, {re.data(), im.data(), work_re.data(), work_im.data()});
  plan.filter_re.assign(made.re, made.re + m);
  plan.filter_im.assign(made.im, made.im + m);
}

std::shared_ptr<const FftPlan> make_plan(int64_t n) {
  auto plan = std::make_shared<FftPlan>();
  plan->n = plan->m = n;
  std::vector<int> radices = radices_of(n);
  const bool convolves = n > 1 && radices.empty();
  if (convolves) {
    plan->m = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(2 * n - 1)));
    radices = radices_of(plan->m);
  }
  make_stages(*plan, radices);
  if (convolves) make_convolution(*plan);
  return plan;
}

struct Kept {
  ForkMutex mutex;
  std::list<std::shared_ptr<const FftPlan>> plans;  // most recently used first
};
Kept* const kept = new Kept;  // see Note [Locks and fork]

}  // namespace

std::shared_ptr<const FftPlan> fft_plan(int64_t n) {
  if (n < 1 || n > kLongest)
    throw Error(ErrorKind::value, "no Fourier transform has " + std::to_string(n) + " samples");
  {
    std::lock_guard lock(kept->mutex);
    for (auto it = kept->plans.begin(); it != kept->plans.end(); ++it)
      if ((*it)->n == n) {
        kept->plans.splice(kept->plans.begin(), kept->plans, it);
        return kept->plans.front();
      }
  }
  std::shared_ptr<const FftPlan> made = make_plan(n);
  std::lock_guard lock(kept->mutex);
  kept->plans.push_front(made);
  if (kept->plans.size() > kKept) kept->plans.pop_back();
  return made;
}

FftData fft(const FftPlan& plan, FftData d, bool one) {
  const SignalTable& t = signals();
  if (!plan.convolves()) return t.transform[!one](plan, d);
  const int64_t lanes = one ? 1 : kFftLanes, n = plan.n, m = plan.m;
  t.turn[!one](d.re, d.im, plan.chirp_re.data(), plan.chirp_im.data(), n);
  std::fill(d.re + n * lanes, d.re + m * lanes, 0.0f);
  std::fill(d.im + n * lanes, d.im + m * lanes, 0.0f);
  d = t.transform[!one](plan, d);
  t.turn[!one](d.re, d.im, plan.filter_re.data(), plan.filter_im.data(), m);
  // Inverse transform: the forward transform with real and imaginary parts swapped.
  d = t.transform[!one](plan, {d.im, d.re, d.work_im, d.work_re});
  d = {d.im, d.re, d.work_im, d.work_re};
  t.turn[!one](d.re, d.im, plan.chirp_re.data(), plan.chirp_im.data(), n);
  return d;
}

}  // namespace hr
