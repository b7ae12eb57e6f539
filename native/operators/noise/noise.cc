// noise_gaussian, noise_shot, noise_salt_and_pepper. The noise of element e is a function of (key,
// sample, e), so that a region of an image can be computed separately.
#include "operators/noise/noise.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "numerics/fill.h"
#include "simd/convert.h"
#include "simd/noise.h"
#include "simd/random.h"

namespace hr {

float finite(const char* name, double v) {
  if (!std::isfinite(v))
    fail_value(std::string(name) + " must be finite, got " + std::to_string(v));
  return static_cast<float>(v);
}

namespace {

constexpr int64_t kChunk = 1024;  // elements per block, whose noise stays in L1

void infer(InferContext& c) { c.out[0] = c.in[0].shape; }

Region region(const InferContext& c, const Region* want) {
  return want ? *want : Region{0, 0, c.in[0].shape[0], c.in[0].shape[1]};
}

float probability(const char* name, double v) {
  if (!(v >= 0 && v <= 1))
    fail_value(std::string(name) + " must lie in [0, 1], got " + std::to_string(v));
  return static_cast<float>(v);
}

// Calls run(in, out, e, n) for elements [e, e + n) of the sample, in chunks; of a region, by rows.
template <class Run>
void each_chunk(RunContext& c, Run run) {
  const View &in = c.in[0], &out = c.out[0];
  int64_t size = itemsize(out.dtype);
  if (out.narrowed().volume() == 0) return;  // empty samples may have any number of rows
  auto all = [&](const uint8_t* from, uint8_t* to, int64_t first, int64_t count) {
    for (int64_t i = 0; i < count; i += kChunk)
      run(from + i * size, to + i * size, first + i, std::min(kChunk, count - i));
  };
  if (!out.windowed) return all(in.data, out.data, 0, out.volume());
  const Region& r = out.region;
  int64_t pixel = out.shape.volume(2);
  for (int64_t y = r.y0; y < r.y1; y++) {
    int64_t row = in.windowed ? y - in.region.y0 : y, column = in.windowed ? in.region.x0 : 0;
    all(in.data + row * in.pitch() + (r.x0 - column) * pixel * size,
        out.data + (y - r.y0) * out.pitch(), (y * out.shape[1] + r.x0) * pixel, r.cols() * pixel);
  }
}

// ---- gaussian ---------------------------------------------------------------------------------

void run_gaussian(const NoiseGaussianArgs& a, RunContext& c) {
  float mean = finite("mean", a.mean), deviation = finite("stddev", a.stddev);
  RandomSource source(c.args.key(), c.args.sample());
  auto add = noises().add[static_cast<int>(c.out[0].dtype)];
  each_chunk(c, [&](const uint8_t* in, uint8_t* out, int64_t first, int64_t n) {
    alignas(64) float z[kChunk];
    randoms().normals(source, first, n, z);
    add(in, z, mean, deviation, out, n);
  });
}

// ---- shot -------------------------------------------------------------------------------------

// counts[i]: a Poisson number with rate rates[i]; small and large rates use different methods.
void poisson(const RandomSource& source, int64_t first, int64_t n, const double* rates,
             double* counts) {
  int64_t small = 0;
  for (int64_t i = 0; i < n; i++) small += rates[i] < kPoissonSplit;
  if (small > 0) {
    alignas(64) uint32_t words[kChunk];
    randoms().words(source, first, n, words);
    noises().poisson_small(rates, words, counts, n);
  }
  if (small < n) {
    alignas(64) float z[kChunk];
    alignas(64) double large[kChunk];
    randoms().normals(source.other(0), first, n, z);
    noises().poisson_large(rates, z, large, n);
    for (int64_t i = 0; i < n; i++) counts[i] = rates[i] < kPoissonSplit ? counts[i] : large[i];
  }
}

void run_shot(const NoiseShotArgs& a, RunContext& c) {
  double factor = static_cast<double>(finite("factor", a.factor));
  DType type = c.out[0].dtype;
  RandomSource source(c.args.key(), c.args.sample());
  ConvertFunction widen = converter(type, DType::f64), narrow = converter(DType::f64, type);
  each_chunk(c, [&](const uint8_t* in, uint8_t* out, int64_t first, int64_t n) {
    if (factor == 0) {
      std::memcpy(out, in, static_cast<size_t>(n * itemsize(type)));
      return;
    }
    alignas(64) double rates[kChunk], counts[kChunk];
    widen(in, rates, n);
    for (int64_t i = 0; i < n; i++) {
      double rate = rates[i] / factor;
      rates[i] = rate < 0 ? 0 : rate;  // keeps NaN
    }
    poisson(source, first, n, rates, counts);
    for (int64_t i = 0; i < n; i++) counts[i] *= factor;
    narrow(counts, out, n);
  });
}

// ---- salt and pepper --------------------------------------------------------------------------

// The limit of the type's range; of floats: -1 and 1.
template <class T>
double range_end(bool upper) {
  if constexpr (is_real<T>)
    return upper ? 1 : -1;
  else if constexpr (std::is_same_v<T, bool>)
    return upper;
  else
    return static_cast<double>(upper ? std::numeric_limits<T>::max()
                                     : std::numeric_limits<T>::min());
}

uint64_t replacement(std::optional<double> given, DType type, bool upper) {
  uint64_t bits = 0;
  dispatch(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    // The largest 64-bit integers are not representable as double: convert saturates.
    T v = given ? c_cast<T>(*given) : convert<T>(range_end<T>(upper));
    std::memcpy(&bits, &v, sizeof v);
  });
  return bits;
}

}  // namespace

SaltAndPepperCall::SaltAndPepperCall(const SaltAndPepperArgs& a, const Shape& shape, int ndim,
                                     DType type)
    : values{replacement(a.pepper_val, type, false), replacement(a.salt_val, type, true)} {
  double prob = probability("prob", a.prob),
         ratio = probability("salt_vs_pepper", a.salt_vs_pepper);
  noise = static_cast<int32_t>(std::lround(prob * 0x1p30));
  salt = static_cast<int32_t>(std::lround(prob * ratio * 0x1p30));
  if (a.channel < 0) return;
  const int axis = a.channel - (ndim - shape.ndim);
  channels = shape[axis];
  inner = shape.volume(axis + 1);
}

namespace {

void repeat(const uint8_t* marks, int64_t n, int64_t times, uint8_t* out) {
  if (times == 3) {
    for (int64_t i = 0; i < n; i++) out[3 * i] = out[3 * i + 1] = out[3 * i + 2] = marks[i];
    return;
  }
  for (int64_t i = 0; i < n; i++)
    std::memset(out + i * times, marks[i], static_cast<size_t>(times));
}

// Marks runs of elements: channels of a pixel have equal marks.
struct Marker : SaltAndPepperCall {
  RandomSource source;

  Marker(const SaltAndPepperArgs& a, const RunContext& c)
      : SaltAndPepperCall(a, c.out[0].shape, c.args.spec().outs[0].ndim, c.out[0].dtype),
        source(c.args.key(), c.args.sample()) {}

  void pixels(int64_t first, int64_t n, uint8_t* out) const {
    alignas(64) uint32_t words[kChunk];
    randoms().words(source, first, n, words);
    noises().marks(words, salt, noise, out, n);
  }

  // Marks elements [first, first + n), n at most kChunk.
  void operator()(int64_t first, int64_t n, uint8_t* out) const {
    if (channels == 1) return pixels(first, n, out);
    if (inner == 1) {
      alignas(64) uint8_t marks[kChunk];
      int64_t pixel = first / channels, count = (first + n - 1) / channels - pixel + 1;
      pixels(pixel, count, marks);
      int64_t end = std::min((pixel + 1) * channels - first, n);  // of the partial first pixel
      std::memset(out, marks[0], static_cast<size_t>(end));
      int64_t whole = (n - end) / channels;
      repeat(marks + 1, whole, channels, out + end);
      end += whole * channels;
      if (end < n) std::memset(out + end, marks[count - 1], static_cast<size_t>(n - end));
      return;
    }
    while (n > 0) {  // planar channels
      int64_t plane = first / inner, at = first % inner, part = std::min(inner - at, n);
      pixels(plane / channels * inner + at, part, out);
      first += part;
      out += part;
      n -= part;
    }
  }
};

void run_salt_and_pepper(const SaltAndPepperArgs& a, RunContext& c) {
  DType type = c.out[0].dtype;
  Marker mark(a, c);
  auto replace = noises().replace[std::countr_zero(static_cast<unsigned>(itemsize(type)))];
  each_chunk(c, [&](const uint8_t* in, uint8_t* out, int64_t first, int64_t n) {
    alignas(64) uint8_t marks[kChunk];
    mark(first, n, marks);
    replace(in, marks, mark.values, out, n);
  });
}

Kernel noise(const char* name, const ArgSchema* args, void (*run)(RunContext&), float cost) {
  return {.name = name,
          .args = args,
          .infer = infer,
          .run = run,
          .makes_region = true,
          .region = region,
          .cost = cost};
}

const KernelEntry entries[] = {
    KernelEntry{noise("noise_gaussian", schema<NoiseGaussianArgs>(), typed<run_gaussian>, 6.0f)},
    KernelEntry{noise("noise_shot", schema<NoiseShotArgs>(), typed<run_shot>, 20.0f)},
    KernelEntry{noise("noise_salt_and_pepper", schema<SaltAndPepperArgs>(),
                      typed<run_salt_and_pepper>, 3.0f)}};

}  // namespace
}  // namespace hr
