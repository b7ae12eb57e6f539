// mel_filter_bank, mfcc: spectra in mel bands, and cosine transforms of them.
#include <algorithm>
#include <cmath>
#include <new>
#include <numbers>

#include "operators/audio/floats.h"
#include "simd/signal.h"

namespace hr::mel_kernel {
namespace {

// An array as [outer][axis][inner].
struct Lines {
  int64_t outer, size, inner;
  Lines(const Shape& s, int axis)
      : outer(s.volume(0, axis)), size(s[axis]), inner(s.volume(axis + 1)) {}
};

// out[k] += in[j] * weight, for the lines of one outer element.
void add_line(const float* in, int64_t j, float weight, float* out, int64_t k, int64_t inner) {
  if (inner == 1)
    out[k] += in[j] * weight;
  else
    signals().add_scaled(out + k * inner, in + j * inner, weight, inner);
}

// ---- mel_filter_bank --------------------------------------------------------------------------

HR_ENUM(MelFormula, slaney, htk);

struct MelArgs {
  int64_t nfilter;
  double sample_rate, freq_low, freq_high;
  MelFormula mel_formula;
  bool normalize;
  int axis;
};
HR_ARGS(MelArgs, nfilter, sample_rate, freq_low, freq_high, mel_formula, normalize, axis);

struct Scale {
  bool htk;
  // Slaney's mel scale: linear up to 1000 Hz, then 27 logarithmic steps to 6400 Hz.
  static constexpr double kLinear = 200.0 / 3, kBreak = 1000, kStep = 0.068751777420949118;
  double mel(double hz) const {
    if (htk) return 2595 * std::log10(1 + hz / 700);
    return hz < kBreak ? hz / kLinear : kBreak / kLinear + std::log(hz / kBreak) / kStep;
  }
  double hz(double mel) const {
    if (htk) return 700 * (std::pow(10, mel / 2595) - 1);
    const double linear = kBreak / kLinear;
    return mel < linear ? mel * kLinear : kBreak * std::exp(kStep * (mel - linear));
  }
};

// Edges of the filters: filter k starts at edge k, peaks at k + 1 and ends at k + 2.
struct Edges {
  std::vector<double> hz;
};

void prepare(const MelArgs& a, Spec& spec) {
  auto made = std::make_shared<Edges>();
  const Scale scale{a.mel_formula == MelFormula::htk};
  const int64_t count = a.nfilter + 2;
  const double low = scale.mel(a.freq_low), high = scale.mel(a.freq_high);
  for (int64_t k = 0; k < count; k++)
    made->hz.push_back(
        scale.hz(low + (high - low) * static_cast<double>(k) / static_cast<double>(count - 1)));
  spec.prepared = made;
}

void infer(const MelArgs& a, InferContext& c) {
  if (c.in[0].shape[a.axis] < 2)
    fail_value("needs two frequencies at least, got an array of shape " + c.in[0].shape.str());
  c.out[0] = c.in[0].shape;
  c.out[0][a.axis] = a.nfilter;
}

void run(const MelArgs& a, RunContext& c) {
  const std::vector<double>& edge = c.args.spec().prep<Edges>().hz;
  const Lines in(c.in[0].shape, a.axis), out(c.out[0].shape, a.axis);
  const double step = a.sample_rate / (2.0 * static_cast<double>(in.size - 1));
  if (c.out[0].volume() == 0) return;  // empty lines: the axis may have any length
  const float* floats = floats_of(c.in[0], 0);
  std::fill_n(c.out[0].as<float>(), c.out[0].volume(), 0.0f);
  int64_t band = -1;  // the edges on both sides of a frequency
  for (int64_t f = 0; f < in.size; f++) {
    const double hz = static_cast<double>(f) * step;
    while (band + 1 < static_cast<int64_t>(edge.size()) && edge[band + 1] <= hz) band++;
    if (band < 0) continue;
    if (band + 1 >= static_cast<int64_t>(edge.size())) break;
    const double part = (hz - edge[band]) / (edge[band + 1] - edge[band]);
    // The filter that peaks at the next edge rises here, the one before falls.
    for (int64_t k : {band, band - 1}) {
      if (k < 0 || k >= out.size) continue;
      double weight = k == band ? part : 1 - part;
      if (a.normalize) weight *= 2 / (edge[k + 2] - edge[k]);
      if (weight == 0) continue;
      for (int64_t o = 0; o < in.outer; o++)
        add_line(floats + o * in.size * in.inner, f, static_cast<float>(weight),
                 c.out[0].as<float>() + o * out.size * out.inner, k, in.inner);
    }
  }
}

const KernelEntry bank{{.name = "mel_filter_bank",
                        .args = schema<MelArgs>(),
                        .infer = typed<infer>,
                        .run = typed<run>,
                        .prepare = typed<prepare>,
                        .cost = 2.0f}};

// ---- mfcc -------------------------------------------------------------------------------------

struct MfccArgs {
  int64_t dct_type;
  bool normalize;
  int64_t n_mfcc;
  double lifter;
  int axis;
};
HR_ARGS(MfccArgs, dct_type, normalize, n_mfcc, lifter, axis);

void infer_mfcc(const MfccArgs& a, InferContext& c) {
  const int64_t size = c.in[0].shape[a.axis];
  if (size < (a.dct_type == 1 ? 2 : 1))
    fail_value("needs more along axis " + std::to_string(a.axis) + ", got an array of shape " +
               c.in[0].shape.str());
  c.out[0] = c.in[0].shape;
  c.out[0][a.axis] = std::min(size, a.n_mfcc);
}

// Coefficient (k, i) of the cosine transform of n elements.
double cosine(int64_t type, bool normalize, int64_t k, int64_t i, int64_t n) {
  const double pi = std::numbers::pi, size = static_cast<double>(n), row = static_cast<double>(k),
               at = static_cast<double>(i);
  if (type == 1) {
    const double end = i == 0 || i == n - 1 ? 0.5 : 1.0;
    return end * std::cos(pi * at * row / (size - 1));
  }
  const double norm = normalize ? std::sqrt(2 / size) : 1.0, half = std::sqrt(0.5);
  if (type == 2)
    return std::cos(pi / size * (at + 0.5) * row) * norm * (normalize && !k ? half : 1);
  if (type == 3)
    return std::cos(pi / size * at * (row + 0.5)) * norm * (i ? 1 : normalize ? half : 0.5);
  return std::cos(pi / size * (at + 0.5) * (row + 0.5)) * norm;
}

// Caches the transform of this thread's last call: samples of a batch share it.
struct Cosines {
  int64_t type = 0, n = 0, rows = 0;
  bool normalize = false;
  double lifter = 0;
  std::vector<float> rows_of;

  const float* get(const MfccArgs& a, int64_t size, int64_t count) {
    const double l = a.lifter;
    if (a.dct_type == type && size == n && count == rows && a.normalize == normalize && l == lifter)
      return rows_of.data();
    type = 0;  // marks the table invalid until complete: an allocation may fail
    rows_of.clear();
    int64_t elements;
    if (__builtin_mul_overflow(size, count, &elements)) throw std::bad_alloc();
    rows_of.reserve(static_cast<size_t>(elements));
    for (int64_t k = 0; k < count; k++) {
      const double lift =
          l == 0 ? 1.0 : 1 + l / 2 * std::sin(std::numbers::pi * static_cast<double>(k + 1) / l);
      for (int64_t i = 0; i < size; i++)
        rows_of.push_back(static_cast<float>(cosine(a.dct_type, a.normalize, k, i, size) * lift));
    }
    type = a.dct_type, n = size, rows = count, normalize = a.normalize, lifter = l;
    return rows_of.data();
  }
};

void run_mfcc(const MfccArgs& a, RunContext& c) {
  thread_local Cosines cosines;
  const Lines in(c.in[0].shape, a.axis), out(c.out[0].shape, a.axis);
  if (c.out[0].volume() == 0) return;  // empty lines: the axis may have any length
  const float* table = cosines.get(a, in.size, out.size);
  const float* floats = floats_of(c.in[0], 0);
  std::fill_n(c.out[0].as<float>(), c.out[0].volume(), 0.0f);
  for (int64_t o = 0; o < in.outer; o++)
    for (int64_t k = 0; k < out.size; k++)
      for (int64_t i = 0; i < in.size; i++)
        add_line(floats + o * in.size * in.inner, i, table[k * in.size + i],
                 c.out[0].as<float>() + o * out.size * out.inner, k, in.inner);
}

const KernelEntry mfcc{{.name = "mfcc",
                        .args = schema<MfccArgs>(),
                        .infer = typed<infer_mfcc>,
                        .run = typed<run_mfcc>,
                        .cost = 4.0f}};

}  // namespace
}  // namespace hr::mel_kernel
