// What decode_image shares with its siblings: the parameters that say how to decode.
#pragma once
#include "codecs/codec.h"
#include "engine/kernel.h"

namespace hr {

// Kernels that decode name these parameters first, in this order.
#define HR_DECODE_PARAMS \
  "output_type", "adjust_orientation", "fast_idct", "fancy_upsampling", "max_pixels"
inline constexpr int kDecodeParams = 5;

codecs::Options decode_options(const Args& args, DType dtype);

// The shape of a picture that could not be decoded, where a fill is asked for: one black pixel.
void fill_picture(InferContext& c);

}  // namespace hr
