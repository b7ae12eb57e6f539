// Shared by the picture decoders: the arguments that select how to decode.
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
  bool scaled;  // allows decoding a JPEG at reduced size
};
HR_ARGS(DecodeImageArgs, decode, scaled);

// Shape that replaces a picture that failed to decode, if filling is requested: one black pixel.
template <class A>
void fill_picture(const A& a, InferContext& c) {
  c.out[0] = Shape{1, 1, a.decode.output_type == codecs::Color::gray ? 1 : 3};
}

}  // namespace hr
