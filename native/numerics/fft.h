// Discrete Fourier transforms of any length, several signals at a time.
#pragma once
#include <memory>

#include "simd/signal.h"

namespace hr {

// Returns a plan; the most recently used ones are cached.
std::shared_ptr<const FftPlan> fft_plan(int64_t n);

// Results are in `re` and `im` of the returned FftData.
FftData fft(const FftPlan& plan, FftData data, bool one);  // one: a single lane, else kFftLanes

}  // namespace hr
