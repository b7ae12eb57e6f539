// preemphasis_filter, to_decibels, nonsilent_region: filters and levels of signals.
#include <algorithm>
#include <cmath>
#include <vector>

#include "operators/audio/floats.h"
#include "simd/signal.h"

namespace hr::levels_kernel {
namespace {

void same_shape(InferContext& c) { c.out[0] = c.in[0].shape; }

// ---- preemphasis_filter -----------------------------------------------------------------------

HR_ENUM(SignalBorder, zero, clamp, reflect);  // value before the first element

struct EmphasisArgs {
  float preemph_coeff;
  SignalBorder border;
};
HR_ARGS(EmphasisArgs, preemph_coeff, border);

template <class To, class From>
void emphasize(const From* in, To* out, int64_t n, const EmphasisArgs& a) {
  using W =
      std::conditional_t<std::is_same_v<From, double> || std::is_same_v<To, double>, double, float>;
  const W c = a.preemph_coeff;
  const int64_t before = a.border == SignalBorder::reflect && n > 1 ? 1 : 0;
  const W outside = a.border == SignalBorder::zero ? W(0) : static_cast<W>(in[before]);
  out[0] = convert<To>(static_cast<W>(in[0]) - c * outside);
  for (int64_t i = 1; i < n; i++)
    out[i] = convert<To>(static_cast<W>(in[i]) - c * static_cast<W>(in[i - 1]));
}

void run_emphasis(const EmphasisArgs& a, RunContext& c) {
  if (c.out[0].volume() == 0) return;
  dispatch(c.in[0].dtype, [&](auto from) {
    dispatch(c.out[0].dtype, [&](auto to) {
      using From = typename decltype(from)::type;
      using To = typename decltype(to)::type;
      emphasize(c.in[0].as<From>(), c.out[0].as<To>(), c.out[0].volume(), a);
    });
  });
}

const KernelEntry preemphasis{{.name = "preemphasis_filter",
                               .args = schema<EmphasisArgs>(),
                               .infer = same_shape,
                               .run = typed<run_emphasis>}};

// ---- to_decibels ------------------------------------------------------------------------------

struct DecibelArgs {
  float multiplier;
  double reference;  // 0: the largest element
  float cutoff_db;
};
HR_ARGS(DecibelArgs, multiplier, reference, cutoff_db);

void run_decibels(const DecibelArgs& a, RunContext& c) {
  const float* in = floats_of(c.in[0], 0);
  const int64_t n = c.in[0].volume();
  double reference = a.reference;
  if (reference == 0) reference = signals().largest(in, n);
  if (reference == 0) reference = 1;
  signals().decibels(in, c.out[0].as<float>(), n, static_cast<float>(1 / reference), a.cutoff_db,
                     a.multiplier);
}

const KernelEntry decibels{{.name = "to_decibels",
                            .args = schema<DecibelArgs>(),
                            .infer = same_shape,
                            .run = typed<run_decibels>,
                            .cost = 2.0f}};

// ---- nonsilent_region -------------------------------------------------------------------------

struct RegionArgs {
  double cutoff_db, reference_power;  // power 0: that of the loudest window
  int64_t window_length;
};
HR_ARGS(RegionArgs, cutoff_db, reference_power, window_length);

void infer_region(InferContext& c) {
  check_one_channel(c.in[0].shape);
  if (c.in[0].volume() > INT32_MAX) fail_value("the signal is too long for numbers of 32 bits");
  c.out[0] = c.out[1] = Shape{};
}

// Calls f(i, sum of squares of the window that ends at i). A window is the end of one block of
// `window` elements and the beginning of the next; sums are only added, never subtracted, so that a
// loud part leaves no rounding error in a quiet one. NaN counts as silence.
template <class T, class F>
void each_power(const T* x, int64_t n, int64_t window, F f) {
  auto square = [&](int64_t i) {
    const double v = static_cast<double>(x[i]);
    return v == v ? v * v : 0.0;
  };
  // ends[k]: sum from element k of the previous block to that block's end.
  auto* ends = reinterpret_cast<double*>(scratch(static_cast<size_t>(window + 1) * sizeof(double)));
  std::fill(ends, ends + window + 1, 0.0);
  for (int64_t from = 0; from < n; from += window) {
    const int64_t count = std::min(window, n - from);
    double sum = 0;
    for (int64_t k = 0; k < count; k++) {
      sum += square(from + k);
      f(from + k, sum + ends[k + 1]);
    }
    ends[window] = 0;
    for (int64_t k = count - 1; k >= 0; k--) ends[k] = ends[k + 1] + square(from + k);
  }
}

template <class T>
void find_region(const T* x, int64_t n, const RegionArgs& a, int32_t* begin, int32_t* length) {
  const int64_t window = std::clamp<int64_t>(a.window_length, 1, std::max<int64_t>(n, 1));
  double reference = a.reference_power * static_cast<double>(window);
  if (reference == 0)
    each_power(x, n, window, [&](int64_t, double s) { reference = std::max(reference, s); });
  const double least = reference * std::pow(10.0, a.cutoff_db / 10);
  int64_t first = -1, last = -1;
  each_power(x, n, window, [&](int64_t i, double s) {
    if (!(s >= least)) return;
    if (first < 0) first = i;
    last = i;
  });
  const int64_t from = first < 0 ? 0 : std::max<int64_t>(0, first - window + 1);
  *begin = static_cast<int32_t>(from);
  *length = static_cast<int32_t>(first < 0 ? 0 : last + 1 - from);
}

void run_region(const RegionArgs& a, RunContext& c) {
  dispatch(c.in[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    find_region(c.in[0].as<T>(), c.in[0].volume(), a, c.out[0].as<int32_t>(),
                c.out[1].as<int32_t>());
  });
}

const KernelEntry nonsilent{{.name = "nonsilent_region",
                             .args = schema<RegionArgs>(),
                             .infer = infer_region,
                             .run = typed<run_region>,
                             .cost = 4.0f}};

}  // namespace
}  // namespace hr::levels_kernel
