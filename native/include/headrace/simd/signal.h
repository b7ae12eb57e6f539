// Signals: Fourier transforms and their powers, weighted sums of rows, decibels, moving averages.
#pragma once
#include "headrace/fft.h"
#include "headrace/isa.h"

namespace hr {

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
