// Signals: Fourier transforms and their powers, weighted sums of rows, decibels, moving averages.
#pragma once
#include <cstdint>
#include <vector>

#include "base/isa.h"

namespace hr {

// How a length is taken apart. Lengths with large prime factors become convolutions (Bluestein) of
// a length that is a power of two.
struct FftPlan {
  int64_t n = 0;  // of the signals
  int64_t m = 0;  // of what is transformed: n, or a power of two
  struct Stage {
    int radix;
    int64_t rest;                           // what is left of the length behind this stage
    std::vector<float> cos, sin;            // turns between stages: [rest][radix]
    std::vector<float> root_cos, root_sin;  // roots of the radix, where it has no code of its own
  };
  std::vector<Stage> stages;                // of length m
  std::vector<float> chirp_re, chirp_im;    // Bluestein: n of them
  std::vector<float> filter_re, filter_im;  // m: the transform of the chirp, divided by m
  bool convolves() const { return m != n; }
};

// Signals lie side by side: element i of signal v is at [i * lanes + v]. All arrays have m * lanes
// elements; the first n are the signals. Results are in `re` and `im` of what is returned, which
// may be either pair of arrays; the other one is overwritten as well.
inline constexpr int kFftLanes = 8;
struct FftData {
  float *re, *im, *work_re, *work_im;
};

struct SignalTable {
  // The stages of a plan on one or kFftLanes signals: [many]. Results are where it says.
  FftData (*transform[2])(const FftPlan& plan, FftData data);
  // Multiplies by numbers for each element: re + i im of `by`, or their conjugates.
  void (*turn[2])(float* re, float* im, const float* by_re, const float* by_im, int64_t n);
  // Element i of kFftLanes signals by by[i].
  void (*window)(float* signals, const float* by, int64_t n);
  // The sum of x[i] * (a[i] + (b[i] - a[i]) * part).
  float (*mixed_dot)(const float* x, const float* a, const float* b, float part, int64_t n);
  // out[i] += in[i] * weight.
  void (*add_scaled)(float* out, const float* in, float weight, int64_t n);
  // Two real signals in a complex one, re and im: |X|² (or |X|) of both for frequencies
  // 0 … n / 2, of all lanes: [many].
  void (*split_power[2])(const float* re, const float* im, int64_t n, bool root, float* first,
                         float* second);
  // multiplier * log10(in * scale), `least` at least; of no positive number, that.
  void (*decibels)(const float* in, float* out, int64_t n, float scale, float least,
                   float multiplier);
  float (*largest)(const float* in, int64_t n);  // 0 at least
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
