// Discrete Fourier transforms of any length, of several signals at a time.
#pragma once
#include <memory>

#include "simd/signal.h"

namespace hr {

// Plans are kept: those of the lengths that were asked for last.
std::shared_ptr<const FftPlan> fft_plan(int64_t n);

// Results are in `re` and `im` of what is returned.
FftData fft(const FftPlan& plan, FftData data, bool one);  // one: a single lane, else kFftLanes

}  // namespace hr
