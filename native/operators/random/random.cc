// random_uniform, random_values, random_normal, random_coin_flip, random_beta. Element e of a
// sample is a function of (key, sample, e).
#include "operators/random/random.h"

#include <algorithm>

#include "simd/convert.h"
#include "simd/random.h"

namespace hr::random_kernel {

namespace {

constexpr int64_t kChunk = 1024;  // elements per block, whose numbers stay in L1

template <class A>
void infer(const A& a, InferContext& c) {
  c.out[0] = c.nin > 0 ? c.in[0].shape : given_shape(a.out);
}

template <class T>
T* buffer(int64_t n, int slot) {
  return reinterpret_cast<T*>(scratch(static_cast<size_t>(n) * sizeof(T), slot));
}

// Generates the numbers of one sample, in chunks.
struct Fill {
  RandomSource source;
  const View& out;
  int64_t count;

  explicit Fill(RunContext& c)
      : source(c.args.key(), c.args.sample()), out(c.out[0]), count(out.volume()) {}

  // Calls make(first, n, Real* to), and converts to the output type if it differs.
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

  // The same, from one word per number.
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

void uniform(const RandomUniformArgs& a, RunContext& c) {
  Fill f(c);
  double from = a.range[0], to = a.range[1];
  if (f.out.dtype == DType::f64) {
    double last = last_below(from, to);
    f.each_double([=](double u) { return std::min(from + u * (to - from), last); });
    return;
  }
  float lo = static_cast<float>(from), hi = static_cast<float>(to), last = last_below(lo, hi);
  f.each_word([=](uint32_t w) { return std::min(lo + RandomStream::unit(w) * (hi - lo), last); });
}

// Both copy from precomputed elements of the output type.
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

void coin_flip(const RandomCoinFlipArgs& a, RunContext& c) {
  Fill f(c);
  uint64_t threshold = coin_threshold(a);
  dispatch(f.out.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T sides[] = {convert<T>(0.0f), convert<T>(1.0f)};
    pick(f, sides, [=](uint32_t w) { return w < threshold; });
  });
}

void values(const RandomValuesArgs& a, RunContext& c) {
  Fill f(c);
  const int64_t count = value_count(a);
  dispatch(f.out.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* list = buffer<T>(count, 0);
    for (int64_t j = 0; j < count; j++) list[j] = convert<T>(a.values[j]);
    pick(f, list, [=](uint32_t w) { return (w * static_cast<uint64_t>(count)) >> 32; });
  });
}

void normal(const RandomNormalArgs& a, RunContext& c) {
  Fill f(c);
  const float mean = a.mean, deviation = a.stddev;
  if (f.out.dtype != DType::f64) {
    f.each<float>([=](int64_t first, int64_t n, float* to) {
      randoms().normals(f.source, first, n, to);
      for (int64_t i = 0; i < n; i++) to[i] = mean + deviation * to[i];
    });
    return;
  }
  // Box-Muller: elements 2 i and 2 i + 1 share four words.
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

void beta(const RandomBetaArgs& args, RunContext& c) {
  Fill f(c);
  double a = shape_parameter("alpha", args.alpha), b = shape_parameter("beta", args.beta);
  f.each<double>([=](int64_t first, int64_t n, double* to) {
    double* logs = buffer<double>(2 * kChunk, 1);
    randoms().log_gammas(f.source, 0, a, first, n, logs);
    randoms().log_gammas(f.source, 1, b, first, n, logs + kChunk);
    randoms().shares(logs, logs + kChunk, n, to);
  });
}

template <class A, void (*run)(const A&, RunContext&)>
Kernel random(const char* name) {
  return {
      .name = name, .args = schema<A>(), .infer = typed<infer<A>>, .run = typed<run>, .cost = 4.0f};
}

const KernelEntry entries[] = {
    KernelEntry{random<RandomUniformArgs, uniform>("random_uniform")},
    KernelEntry{random<RandomValuesArgs, values>("random_values")},
    KernelEntry{random<RandomNormalArgs, normal>("random_normal")},
    KernelEntry{random<RandomCoinFlipArgs, coin_flip>("random_coin_flip")},
    KernelEntry{random<RandomBetaArgs, beta>("random_beta")}};

}  // namespace
}  // namespace hr::random_kernel
