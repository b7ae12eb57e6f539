// random: uniform, normal, coin_flip, beta. Element e of a sample is a function of (key, sample,
// e).
#include "operators/random/random.h"

#include <algorithm>

#include "simd/convert.h"
#include "simd/random.h"

namespace hr {

// Not inlined: GCC 12 drops the rounding to float where it makes a vector of two of them.
[[gnu::noinline]] double shape_parameter(const Args& args, int k) {
  double v = static_cast<float>(args.f(k));
  if (!(v > 0 && std::isfinite(v)))
    fail_value(std::string(args.spec().kernel->params[k]) + " must be positive and finite, got " +
               std::to_string(v));
  return v;
}

namespace {

using namespace random_args;

constexpr int64_t kChunk = 1024;  // elements whose numbers lie in L1 at a time

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
T* buffer(int64_t n, int slot) {
  return reinterpret_cast<T*>(scratch(static_cast<size_t>(n) * sizeof(T), slot));
}

// The numbers of one sample, in chunks.
struct Fill {
  const Args& args;
  RandomSource source;
  const View& out;
  int64_t count;

  explicit Fill(RunContext& c)
      : args(c.args), source(c.args.key(), c.args.sample()), out(c.out[0]), count(out.volume()) {}

  // make(first, n, Real* to): numbers in Real, converted to the output's type where that is
  // another.
  template <class Real, class Make>
  void each(Make make) {
    DType real = dtype_of<Real>();
    uint8_t* to = out.data;
    for (int64_t e = 0; e < count; e += kChunk) {
      int64_t n = std::min(kChunk, count - e);
      if (out.dtype == real) {
        make(e, n, reinterpret_cast<Real*>(to));
      } else {
        Real* made = buffer<Real>(kChunk, 0);
        make(e, n, made);
        converter(real, out.dtype)(made, to, n);
      }
      to += n * itemsize(out.dtype);
    }
  }

  // As above, from a word each.
  template <class Make>
  void each_word(Make make) {
    each<float>([&](int64_t first, int64_t n, float* to) {
      uint32_t* words = buffer<uint32_t>(kChunk, 1);
      randoms().words(source, first, n, words);
      for (int64_t i = 0; i < n; i++) to[i] = make(words[i]);
    });
  }

  // Doubles, from two words each.
  template <class Make>
  void each_double(Make make) {
    each<double>([&](int64_t first, int64_t n, double* to) {
      uint32_t* words = buffer<uint32_t>(2 * kChunk, 1);
      randoms().words(source, 2 * first, 2 * n, words);
      for (int64_t i = 0; i < n; i++)
        to[i] = make(RandomStream::unit64(words[2 * i], words[2 * i + 1]));
    });
  }
};

void uniform(Fill f) {
  double from = f.args.f(kRange, 0), to = f.args.f(kRange, 1);
  if (f.out.dtype == DType::f64) {
    double last = last_below(from, to);
    f.each_double([=](double u) { return std::min(from + u * (to - from), last); });
    return;
  }
  float lo = static_cast<float>(from), hi = static_cast<float>(to), last = last_below(lo, hi);
  f.each_word([=](uint32_t w) { return std::min(lo + RandomStream::unit(w) * (hi - lo), last); });
}

// Both write elements of the output's type that were made beforehand.
template <class T, class Which>
void pick(Fill& f, const T* choices, Which which) {
  T* to = f.out.as<T>();
  uint32_t* words = buffer<uint32_t>(kChunk, 1);
  for (int64_t e = 0; e < f.count; e += kChunk) {
    int64_t n = std::min(kChunk, f.count - e);
    randoms().words(f.source, e, n, words);
    for (int64_t i = 0; i < n; i++) to[e + i] = choices[which(words[i])];
  }
}

void coin(Fill f) {
  uint64_t threshold = coin_threshold(f.args);
  dispatch(f.out.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T sides[] = {convert<T>(0.0f), convert<T>(1.0f)};
    pick(f, sides, [=](uint32_t w) { return w < threshold; });
  });
}

void one_of(Fill f) {
  uint64_t count = value_count(f.args);
  dispatch(f.out.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* values = buffer<T>(static_cast<int64_t>(count), 0);
    for (uint64_t j = 0; j < count; j++)
      values[j] = convert<T>(f.args.f(kValues, static_cast<int64_t>(j)));
    pick(f, values, [=](uint32_t w) { return (w * count) >> 32; });
  });
}

void normal(Fill f) {
  float mean = static_cast<float>(f.args.f(kMean)),
        deviation = static_cast<float>(f.args.f(kStddev));
  if (f.out.dtype != DType::f64) {
    f.each<float>([=](int64_t first, int64_t n, float* to) {
      randoms().normals(f.source, first, n, to);
      for (int64_t i = 0; i < n; i++) to[i] = mean + deviation * to[i];
    });
    return;
  }
  // Box and Muller: elements 2 i and 2 i + 1 share four words.
  f.each<double>([=](int64_t first, int64_t n, double* to) {
    int64_t even = (n + 1) / 2 * 2;
    uint32_t* words = buffer<uint32_t>(2 * kChunk, 1);
    randoms().words(f.source, 2 * first, 2 * even, words);
    for (int64_t i = 0; i < n; i += 2, words += 4) {
      double r = std::sqrt(-2.0 * std::log(1.0 - RandomStream::unit64(words[0], words[1])));
      double t = 6.283185307179586 * RandomStream::unit64(words[2], words[3]);
      to[i] = mean + deviation * (r * std::cos(t));
      if (i + 1 < n) to[i + 1] = mean + deviation * (r * std::sin(t));
    }
  });
}

void beta(Fill f) {
  double a = shape_parameter(f.args, kAlpha), b = shape_parameter(f.args, kBeta);
  f.each<double>([=](int64_t first, int64_t n, double* to) {
    double* logs = buffer<double>(2 * kChunk, 1);
    randoms().log_gammas(f.source, 0, a, first, n, logs);
    randoms().log_gammas(f.source, 1, b, first, n, logs + kChunk);
    randoms().shares(logs, logs + kChunk, n, to);
  });
}

void run(RunContext& c) {
  Fill f(c);
  switch (c.args.i(kDistribution)) {
    case kUniform:
      return uniform(f);
    case kNormal:
      return normal(f);
    case kCoin:
      return coin(f);
    case kOneOf:
      return one_of(f);
    default:
      return beta(f);
  }
}

const KernelEntry entry{{.name = "random",
                         .params = {"distribution", "shape", "range", "mean", "stddev",
                                    "probability", "values", "alpha", "beta"},
                         .infer = infer,
                         .run = run,
                         .cost = 4.0f}};

}  // namespace
}  // namespace hr
