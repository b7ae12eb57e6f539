// spectrogram, power_spectrum: power spectra of signals.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "numerics/fft.h"
#include "operators/audio/floats.h"
#include "simd/signal.h"
#include "simd/transpose.h"

namespace hr::spectrogram_kernel {
namespace {

constexpr int64_t kLong = 1 << 16;  // longer transforms run one at a time, to fit into caches

// Buffers of one transform and the powers of its signals: two real signals per lane.
struct Space {
  const FftPlan& plan;
  int64_t lanes;
  FftData data;
  float *first, *second;  // [frequency][lane]

  Space(const FftPlan& p, int64_t signals)
      : plan(p), lanes(signals <= 2 || p.m > kLong ? 1 : kFftLanes) {
    const auto size = static_cast<size_t>(plan.m * lanes),
               bins = static_cast<size_t>((plan.n / 2 + 1) * lanes);
    // Not a power of two, so that buffers used together do not evict each other from the cache.
    const size_t apart = size + 256;
    auto* at = reinterpret_cast<float*>(scratch((4 * apart + 2 * bins) * sizeof(float)));
    data = {at, at + apart, at + 2 * apart, at + 3 * apart};
    first = at + 4 * apart;
    second = first + bins;
  }
  int64_t together() const { return 2 * lanes; }  // real signals per transform
  // Start of real signal k; its elements are `lanes` apart.
  float* signal(int64_t k) const { return k < lanes ? data.re + k : data.im + (k - lanes); }
  const float* powers(int64_t k) const { return k < lanes ? first + k : second + (k - lanes); }
  void clear() const {
    std::fill(data.re, data.re + plan.n * lanes, 0.0f);
    std::fill(data.im, data.im + plan.n * lanes, 0.0f);
  }
  void transform(bool root) const {
    const bool one = lanes == 1;
    const FftData made = fft(plan, data, one);
    signals().split_power[!one](made.re, made.im, plan.n, root, first, second);
  }
};

// ---- spectrogram ------------------------------------------------------------------------------

struct SpectrogramArgs {
  int64_t nfft, window_length, window_step;
  List<double> window;   // empty: a Hann window
  bool center, reflect;  // windows extend beyond the signal, which is mirrored there
  int power;             // 1 or 2
  bool time_first;
};
HR_ARGS(SpectrogramArgs, nfft, window_length, window_step, window, center, reflect, power,
        time_first);

struct Prepared {
  std::vector<float> window;
  std::vector<int64_t> places;  // byte offset of each window element in interleaved lanes
  std::shared_ptr<const FftPlan> plan;
};

void prepare(const SpectrogramArgs& a, Spec& spec) {
  auto made = std::make_shared<Prepared>();
  const int64_t length = a.window_length;
  for (int64_t i = 0; i < length; i++) {
    double s =
        std::sin(std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(length));
    made->window.push_back(static_cast<float>(a.window.empty() ? s * s : a.window[i]));
  }
  for (int64_t i = 0; i < length; i++) made->places.push_back(i * kFftLanes * 4);
  made->plan = fft_plan(a.nfft);
  spec.prepared = made;
}

int64_t frames_of(const SpectrogramArgs& a, int64_t samples) {
  const int64_t step = a.window_step, length = a.window_length;
  if (samples == 0) return 0;
  if (a.center) return samples / step + 1;
  return samples > length - step ? std::max<int64_t>(samples - length, 0) / step + 1 : 0;
}

void infer(const SpectrogramArgs& a, InferContext& c) {
  const int64_t samples = c.in[0].shape.volume(), frames = frames_of(a, samples);
  check_one_channel(c.in[0].shape);
  if (frames < 1)
    fail_value("a signal of " + std::to_string(samples) + " samples has no window of " +
               std::to_string(a.window_length));
  const int64_t bins = a.nfft / 2 + 1;
  c.out[0] = a.time_first ? Shape{frames, bins} : Shape{bins, frames};
}

// Maps a position outside of the signal to a sample: mirrored at the ends, without repeating them.
int64_t mirrored(int64_t i, int64_t n) {
  if (n == 1) return 0;
  const int64_t period = 2 * (n - 1);
  i = std::abs(i) % period;
  return i < n ? i : period - i;
}

struct Windows {
  const float* signal;
  int64_t samples, length, step, start;
  bool reflect;
  const Prepared& prepared;

  int64_t begin(int64_t frame) const { return start + frame * step; }

  // Loads kFftLanes frames at once; false unless all lie within the signal.
  bool load_all(int64_t frame, float* to) const {
    const int64_t last = begin(frame + kFftLanes - 1);
    if (begin(frame) < 0 || last + length > samples) return false;
    transposer().columns(reinterpret_cast<const uint8_t*>(signal + begin(frame)), step * 4,
                         reinterpret_cast<uint8_t*>(to), prepared.places.data(), kFftLanes, length,
                         4);
    signals().window(to, prepared.window.data(), length);
    return true;
  }

  void load(int64_t frame, float* to, int64_t lanes) const {  // lanes: stride of `to`, in elements
    for (int64_t i = 0; i < length; i++) {
      int64_t at = begin(frame) + i;
      const bool inside = at >= 0 && at < samples;
      if (!inside) at = reflect ? mirrored(at, samples) : 0;
      to[i * lanes] = inside || reflect ? signal[at] * prepared.window[i] : 0.0f;
    }
  }
};

void run(const SpectrogramArgs& a, RunContext& c) {
  const auto& prepared = c.args.spec().prep<Prepared>();
  const FftPlan& plan = *prepared.plan;
  const int64_t bins = plan.n / 2 + 1, frames = c.out[0].shape[a.time_first ? 0 : 1];
  Windows windows{floats_of(c.in[0], 1),
                  c.in[0].volume(),
                  a.window_length,
                  a.window_step,
                  a.center ? -(a.window_length / 2) : 0,
                  a.reflect && a.center,
                  prepared};
  const int64_t before = (plan.n - windows.length) / 2;  // zeros before the centred window
  const Space space(plan, frames);
  const int64_t lanes = space.lanes;
  float* out = c.out[0].as<float>();
  for (int64_t t = 0; t < frames; t += space.together()) {
    const int64_t count = std::min(space.together(), frames - t);
    space.clear();
    for (int64_t k = 0; k < count;) {
      float* to = space.signal(k) + before * lanes;
      const bool all = lanes > 1 && k + lanes <= count && k % lanes == 0;
      if (all && windows.load_all(t + k, to)) {
        k += lanes;
      } else {
        windows.load(t + k, to, lanes);
        k++;
      }
    }
    space.transform(a.power == 1);
    for (int64_t k = 0; k < count && a.time_first; k++)
      for (int64_t f = 0; f < bins; f++) out[(t + k) * bins + f] = space.powers(k)[f * lanes];
    for (int64_t f = 0; f < bins && !a.time_first; f++) {
      float* row = out + f * frames + t;
      const float *first = space.first + f * lanes, *second = space.second + f * lanes;
      std::copy(first, first + std::min(count, lanes), row);
      if (count > lanes) std::copy(second, second + count - lanes, row + lanes);
    }
  }
}

const KernelEntry spectrogram{{.name = "spectrogram",
                               .args = schema<SpectrogramArgs>(),
                               .infer = typed<infer>,
                               .run = typed<run>,
                               .prepare = typed<prepare>,
                               .cost = 8.0f}};

// ---- power_spectrum ---------------------------------------------------------------------------

struct SpectrumArgs {
  std::optional<int64_t> nfft;  // default: the length of the axis, at most `longest`
  int64_t longest;
  int power;  // 1 or 2
  int axis;
};
HR_ARGS(SpectrumArgs, nfft, longest, power, axis);

void infer_spectrum(const SpectrumArgs& a, InferContext& c) {
  const int64_t n = a.nfft.value_or(c.in[0].shape[a.axis]);
  if (n < 1) fail_value("needs samples along axis " + std::to_string(a.axis));
  if (n > a.longest)
    fail_value("a transform of " + std::to_string(n) +
               " samples is too long: " + std::to_string(a.longest) + " at most, give nfft");
  c.out[0] = c.in[0].shape;
  c.out[0][a.axis] = n / 2 + 1;
}

void run_spectrum(const SpectrumArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  const int64_t samples = in.shape[a.axis], inner = in.shape.volume(a.axis + 1);
  const std::shared_ptr<const FftPlan> plan = fft_plan(a.nfft.value_or(samples));
  const int64_t bins = plan->n / 2 + 1, used = std::min(samples, plan->n);
  const int64_t lines = in.shape.volume(0, a.axis) * inner;
  const float* floats = floats_of(in, 1);
  const Space space(*plan, lines);
  for (int64_t first = 0; first < lines; first += space.together()) {
    const int64_t count = std::min(space.together(), lines - first);
    space.clear();
    for (int64_t k = 0; k < count; k++) {
      const int64_t line = first + k, outer = line / inner;
      const float* from = floats + outer * samples * inner + line % inner;
      float* to = space.signal(k);
      for (int64_t i = 0; i < used; i++) to[i * space.lanes] = from[i * inner];
    }
    space.transform(a.power == 1);
    for (int64_t k = 0; k < count; k++) {
      const int64_t line = first + k, outer = line / inner;
      float* to = out.as<float>() + outer * bins * inner + line % inner;
      for (int64_t f = 0; f < bins; f++) to[f * inner] = space.powers(k)[f * space.lanes];
    }
  }
}

const KernelEntry power_spectrum{{.name = "power_spectrum",
                                  .args = schema<SpectrumArgs>(),
                                  .infer = typed<infer_spectrum>,
                                  .run = typed<run_spectrum>,
                                  .cost = 16.0f}};

}  // namespace
}  // namespace hr::spectrogram_kernel
