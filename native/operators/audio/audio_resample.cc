// audio_resample: changes the sample rate of signals with a windowed sinc.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "base/to_size.h"
#include "operators/audio/floats.h"
#include "simd/signal.h"

namespace hr::audio_resample_kernel {
namespace {

struct ResampleArgs {
  double quality;
  std::optional<double> scale, in_rate, out_rate;  // given: scale, or both rates, or out_length
  std::optional<int64_t> out_length;
};
HR_ARGS(ResampleArgs, quality, scale, in_rate, out_rate, out_length);

constexpr int64_t kPhases = 1024;  // filter phases per sample, interpolated linearly

// Note [Phases]
// An output lies between two samples, or on the first of them; its taps are the `lobes` samples on
// either side. Row p of the table has the weights for an output p / kPhases after the first sample.
// Weights for positions between two rows are interpolated.
struct Sinc {
  int64_t lobes = 0;
  std::vector<float> rows;  // [kPhases + 1][2 * lobes]

  int64_t taps() const { return 2 * lobes; }
  const float* row(int64_t phase) const { return rows.data() + phase * taps(); }
};

void prepare(const ResampleArgs& a, Spec& spec) {
  auto made = std::make_shared<Sinc>();
  const double q = a.quality;
  made->lobes = static_cast<int64_t>(std::round(0.007 * q * q - 0.09 * q + 3));
  const double pi = std::numbers::pi, lobes = static_cast<double>(made->lobes);
  for (int64_t p = 0; p <= kPhases; p++)
    for (int64_t k = 0; k < made->taps(); k++) {
      const double t = static_cast<double>(k) - lobes + 1 - static_cast<double>(p) / kPhases;
      const double window = std::abs(t) < lobes ? 0.5 * (1 + std::cos(pi * t / lobes)) : 0;
      made->rows.push_back(static_cast<float>(t == 0 ? 1 : window * std::sin(pi * t) / (pi * t)));
    }
  spec.prepared = made;
}

// Output samples per input sample.
double scale_of(const ResampleArgs& a, int64_t samples) {
  if (a.out_length)
    return samples ? static_cast<double>(*a.out_length) / static_cast<double>(samples) : 1;
  if (a.scale) return static_cast<float>(*a.scale);
  return a.out_rate.value_or(1) / a.in_rate.value_or(1);
}

void infer(const ResampleArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  const int64_t samples = in[0];
  for (const auto& rate : {a.scale, a.in_rate, a.out_rate})
    if (rate && !(*rate > 0 && std::isfinite(*rate)))
      fail_value("rates and scales are positive, got " + std::to_string(*rate));
  if (a.out_length && *a.out_length < 0)
    fail_value("out_length must not be negative, got " + std::to_string(*a.out_length));
  const double length = a.out_length
                            ? static_cast<double>(*a.out_length)
                            : std::ceil(static_cast<double>(samples) * scale_of(a, samples));
  if (!(length < kFarthestPlace)) fail_value("the output would have " + shown(length) + " samples");
  if (samples == 0 && length > 0) fail_value("a signal of no samples cannot be made longer");
  c.out[0] = in;
  c.out[0][0] = to_place(length, "an output");
}

// Resamples one channel; outputs are `apart` elements apart.
void resample(const Sinc& sinc, const float* in, int64_t samples, double scale, float* out,
              int64_t apart, int64_t count) {
  const SignalTable& t = signals();
  for (int64_t o = 0; o < count; o++) {
    const double at = static_cast<double>(o) / scale, below = std::floor(at);
    const double place = (at - below) * kPhases;
    const auto phase = std::min(static_cast<int64_t>(place), kPhases - 1);
    const auto part = static_cast<float>(place - static_cast<double>(phase));
    const int64_t begin = static_cast<int64_t>(below) - sinc.lobes + 1;  // the first tap
    const int64_t low = std::max<int64_t>(begin, 0), high = std::min(begin + sinc.taps(), samples);
    const float *a = sinc.row(phase) + (low - begin), *b = a + sinc.taps();
    out[o * apart] = low < high ? t.mixed_dot(in + low, a, b, part, high - low) : 0.0f;
  }
}

// Resamples all channels: `in` and `out` are interleaved.
void resample_channels(const Sinc& sinc, const float* in, int64_t samples, int64_t channels,
                       double scale, float* out, int64_t count) {
  if (channels == 1) return resample(sinc, in, samples, scale, out, 1, count);
  auto* one = reinterpret_cast<float*>(scratch(static_cast<size_t>(samples) * 4, 2));
  for (int64_t c = 0; c < channels; c++) {
    for (int64_t i = 0; i < samples; i++) one[i] = in[i * channels + c];
    resample(sinc, one, samples, scale, out + c, channels, count);
  }
}

// Maps integers to [-1, 1]: real = integer * gain - offset. Unsigned types: 0 is mid-range.
struct Range {
  double gain = 1, offset = 0;
};

Range range_of(DType t) {
  Range r;
  dispatch(t, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      r.gain = 1 / static_cast<double>(std::numeric_limits<T>::max());
      if constexpr (std::is_unsigned_v<T>) r.gain *= 2, r.offset = 1;
    }
  });
  return r;
}

void scale(const float* in, float* out, int64_t n, double gain, double offset) {
  for (int64_t i = 0; i < n; i++)
    out[i] = static_cast<float>(static_cast<double>(in[i]) * gain + offset);
}

void run(const ResampleArgs& a, RunContext& c) {
  const Sinc& sinc = c.args.spec().prep<Sinc>();
  const View &in = c.in[0], &out = c.out[0];
  const int64_t samples = in.shape[0], count = out.shape[0], n = out.volume();
  if (n == 0) return;
  const bool direct = out.dtype == DType::f32;
  auto memory = [](int64_t count, int slot) {
    return reinterpret_cast<float*>(scratch(static_cast<size_t>(count) * sizeof(float), slot));
  };
  float* made = direct ? out.as<float>() : memory(n, 1);
  const float* from = floats_of(in, 0);
  const bool converts = in.dtype != out.dtype;  // otherwise integers keep their values
  if (const Range r = range_of(in.dtype); converts && r.gain != 1) {
    float* real = memory(in.volume(), 3);
    scale(from, real, in.volume(), r.gain, -r.offset);
    from = real;
  }
  resample_channels(sinc, from, samples, in.shape.volume(1), scale_of(a, samples), made, count);
  if (const Range r = range_of(out.dtype); converts && r.gain != 1)
    scale(made, made, n, 1 / r.gain, r.offset / r.gain);
  if (!direct) converter(DType::f32, out.dtype)(made, out.data, n);
}

const KernelEntry entry{{.name = "audio_resample",
                         .args = schema<ResampleArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .prepare = typed<prepare>,
                         .cost = 32.0f}};

}  // namespace
}  // namespace hr::audio_resample_kernel
