// Discrete Fourier transforms of any length, of several signals at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

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

// Plans are kept: those of the lengths that were asked for last.
std::shared_ptr<const FftPlan> fft_plan(int64_t n);

// Signals lie side by side: element i of signal v is at [i * lanes + v]. All arrays have m * lanes
// elements; the first n are the signals. Results are in `re` and `im` of what is returned, which
// may be either pair of arrays; the other one is overwritten as well.
inline constexpr int kFftLanes = 8;
struct FftData {
  float *re, *im, *work_re, *work_im;
};
FftData fft(const FftPlan& plan, FftData data, bool one);  // one: a single lane, else kFftLanes

}  // namespace hr
