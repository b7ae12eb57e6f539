// Signal loops: FFT, power spectra, weighted sums of rows, decibels.
#pragma once
#include <cstdint>
#include <vector>

#include "base/isa.h"

namespace hr {

// Factorisation of an FFT length. Lengths with large prime factors become convolutions (Bluestein)
// of power-of-two length.
struct FftPlan {
  int64_t n = 0;  // signal length
  int64_t m = 0;  // transform length: n, or a power of two
  struct Stage {
    int radix;
    int64_t rest;                           // remaining length after this stage
    std::vector<float> cos, sin;            // twiddle factors: [rest][radix]
    std::vector<float> root_cos, root_sin;  // roots of unity, for radices without special code
  };
  std::vector<Stage> stages;                // for length m
  std::vector<float> chirp_re, chirp_im;    // Bluestein: length n
  std::vector<float> filter_re, filter_im;  // length m: transform of the chirp, divided by m
  bool convolves() const { return m != n; }
};

// Signals are interleaved: element i of signal v is at [i * lanes + v]. Arrays have m * lanes
// elements, n * lanes of input. Either pair may hold the result; both are overwritten.
inline constexpr int kFftLanes = 8;
struct FftData {
  float *re, *im, *work_re, *work_im;
};

struct SignalTable {
  // Runs a plan's stages on one or kFftLanes signals: [many]. Results are in the returned re, im.
  FftData (*transform[2])(const FftPlan& plan, FftData data);
  // Multiplies element-wise by complex `by`, or by its conjugate.
  void (*turn[2])(float* re, float* im, const float* by_re, const float* by_im, int64_t n);
  // Multiplies element i of kFftLanes signals by by[i].
  void (*window)(float* signals, const float* by, int64_t n);
  // Σ x[i] * (a[i] + (b[i] - a[i]) * part).
  float (*mixed_dot)(const float* x, const float* a, const float* b, float part, int64_t n);
  // out[i] += in[i] * weight.
  void (*add_scaled)(float* out, const float* in, float weight, int64_t n);
  // Two real signals packed as re and im: |X|² (or |X|) of both for frequencies 0 … n / 2: [many].
  void (*split_power[2])(const float* re, const float* im, int64_t n, bool root, float* first,
                         float* second);
  // max(multiplier * log10(in * scale), least); non-positive and NaN input gives `least`.
  void (*decibels)(const float* in, float* out, int64_t n, float scale, float least,
                   float multiplier);
  float (*largest)(const float* in, int64_t n);  // at least 0
};

#if defined(HR_X86)
namespace avx2 {
const SignalTable& signal_table();
}
namespace avx512 {
const SignalTable& signal_table();
}
#endif
namespace base {
const SignalTable& signal_table();
}

inline const SignalTable& signals() {
  static const SignalTable& t = HR_DISPATCH(signal_table());
  return t;
}

}  // namespace hr
