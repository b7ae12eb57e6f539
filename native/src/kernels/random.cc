// random: uniform, normal, coin_flip. Element e of a sample is a function of (key, sample, e).
#include <algorithm>
#include <cmath>

#include "headrace/kernel.h"

namespace hr {
namespace {

enum { kDistribution, kShape, kRange, kMean, kStddev, kProbability, kValues };
enum { kUniform, kNormal, kCoin, kChoice };

void infer(InferContext& c) {
  Shape s;
  if (c.nin > 0) {
    s = c.in[0].shape;
  } else if (c.args.has(kShape)) {
    for (int64_t j = 0, n = c.args.size(kShape); j < n; j++) {
      int64_t d = c.args.i(kShape, j);
      if (d < 0) fail_value("shape must not be negative, got " + std::to_string(d));
      s.push(d);
    }
  }
  c.out[0] = s;
}

template <class T>
T stored(double v) {
  if constexpr (is_half<T>)
    return T(static_cast<float>(v));
  else
    return convert<T>(v);
}

template <class T>
void fill(const Args& a, T* out, int64_t n) {
  RandomStream rng = a.random();
  auto each_word = [&](auto make) {
    for (int64_t e = 0; e < n; e += 4) {
      auto words = rng.block(static_cast<uint32_t>(e / 4));
      for (int64_t k = e; k < std::min(n, e + 4); k++) out[k] = make(words[k - e]);
    }
  };
  switch (a.i(kDistribution)) {
    case kUniform: {
      float lo = static_cast<float>(a.f(kRange, 0)), hi = static_cast<float>(a.f(kRange, 1));
      if (!(lo <= hi))
        fail_value("range is [" + std::to_string(lo) + ", " + std::to_string(hi) + ")");
      float last = lo < hi ? std::nextafter(hi, lo) : lo;
      each_word([&](uint32_t w) {
        return stored<T>(std::min(lo + RandomStream::unit(w) * (hi - lo), last));
      });
      return;
    }
    case kChoice: {
      int64_t count = a.size(kValues);
      if (count < 1) fail_value("values is empty");
      each_word([&](uint32_t w) {
        return stored<T>(a.f(
            kValues,
            static_cast<int64_t>((static_cast<uint64_t>(w) * static_cast<uint64_t>(count)) >> 32)));
      });
      return;
    }
    case kCoin: {
      double p = a.f(kProbability);
      if (!(p >= 0 && p <= 1))
        fail_value("probability must lie in [0, 1], got " + std::to_string(p));
      uint64_t threshold = static_cast<uint64_t>(p * 4294967296.0);
      T heads = stored<T>(1.0), tails = stored<T>(0.0);
      each_word([&](uint32_t w) { return w < threshold ? heads : tails; });
      return;
    }
    default: {  // normal, by Box and Muller: two numbers a block
      float mean = static_cast<float>(a.f(kMean)), deviation = static_cast<float>(a.f(kStddev));
      for (int64_t e = 0; e < n; e += 2) {
        auto w = rng.block(static_cast<uint32_t>(e / 2));
        double u = 1.0 - RandomStream::unit64(w[0], w[1]), v = RandomStream::unit64(w[2], w[3]);
        double r = std::sqrt(-2.0 * std::log(u)), t = 6.283185307179586 * v;
        out[e] = stored<T>(mean + deviation * static_cast<float>(r * std::cos(t)));
        if (e + 1 < n)
          out[e + 1] = stored<T>(mean + deviation * static_cast<float>(r * std::sin(t)));
      }
    }
  }
}

void run(RunContext& c) {
  dispatch(c.out[0].dtype, [&](auto t) {
    using T = typename decltype(t)::type;
    fill(c.args, c.out[0].as<T>(), c.out[0].volume());
  });
}

const KernelEntry entry{
    {.name = "random",
     .params = {"distribution", "shape", "range", "mean", "stddev", "probability", "values"},
     .infer = infer,
     .run = run,
     .cost = 4.0f}};

}  // namespace
}  // namespace hr
