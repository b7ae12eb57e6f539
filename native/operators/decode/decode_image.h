// What the decoders of pictures share: the arguments that say how to decode.
#pragma once
#include "codecs/codec.h"
#include "engine/kernel.h"

namespace hr {

struct DecodeArgs {
  codecs::Color output_type;
  bool adjust_orientation, fast_idct, fancy_upsampling;
  int64_t max_pixels;

  codecs::Options options(DType dtype) const;
};
HR_ARGS(DecodeArgs, output_type, adjust_orientation, fast_idct, fancy_upsampling, max_pixels);

struct DecodeImageArgs {
  DecodeArgs decode;
  bool scaled;  // a JPEG may be decoded at a part of its size
};
HR_ARGS(DecodeImageArgs, decode, scaled);

// The shape of a picture that could not be decoded, where a fill is asked for: one black pixel.
template <class A>
void fill_picture(const A& a, InferContext& c) {
  c.out[0] = Shape{1, 1, a.decode.output_type == codecs::Color::gray ? 1 : 3};
}

}  // namespace hr
