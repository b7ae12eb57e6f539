// Inner loops of the resampler, one table per instruction set.
#pragma once
#include <cstdint>

#include "base/isa.h"

namespace hr {

// Sums have the same order for every instruction set (see Note [Order of sums] in
// simd/resample.cc). Float rows are padded with kRowPad readable and writable floats, since loops
// use whole vectors.
inline constexpr int64_t kRowPad = 8;

struct ResampleTable {
  // out[i] = Σₖ weight[k] · rows[k][i]. Accesses exactly n elements.
  void (*vertical_u8)(const uint8_t* const* rows, const float* weight, int taps, int64_t n,
                      float* out);
  void (*vertical_f32)(const float* const* rows, const float* weight, int taps, int64_t n,
                       float* out);
  // out[r][i][c] = Σₖ weight[i][k] · in[r][start[i] + k][c], for `rows` padded rows of pixels.
  void (*horizontal)(const float* const* in, float* const* out, int rows, int64_t channels,
                     const int32_t* start, const float* weight, int taps, int64_t out_size);
  // Interleaves four (or two) rows of 1 (or 2) channels as one row of 4 channels; and back.
  void (*weave)(const float* const* rows, int64_t channels, int64_t n, float* woven);
  void (*unweave)(const float* woven, int64_t channels, int64_t n, float* const* rows);
  // To the nearest integer, halves to even; store_u8 saturates, NaN gives 0.
  void (*store_u8)(const float* in, int64_t n, uint8_t* out);
  void (*round_even)(const float* in, int64_t n, float* out);
};

#if defined(HR_X86)
namespace avx2 {
const ResampleTable& resample_table();
}
namespace avx512 {
const ResampleTable& resample_table();
}
#endif
namespace base {
const ResampleTable& resample_table();
}

}  // namespace hr
