// Shared by the region decoders and their GPU versions.
#pragma once
#include "operators/decode/decode_image.h"
#include "operators/geometry/random_window.h"
#include "operators/geometry/slice_window.h"

namespace hr {

// `Where`: the arguments that define the region.
template <class Where>
struct DecodeWindowArgs {
  DecodeArgs decode;
  Where window;
};
using DecodeCropArgs = DecodeWindowArgs<CropWindowArgs>;
using DecodeSliceArgs = DecodeWindowArgs<SliceWindowArgs>;
using DecodeRandomCropArgs = DecodeWindowArgs<RandomWindowArgs>;
HR_ARGS(DecodeCropArgs, decode, window);
HR_ARGS(DecodeSliceArgs, decode, window);
HR_ARGS(DecodeRandomCropArgs, decode, window);

struct DecodeWindow {
  codecs::Info info;
  Region window;  // relative to the whole picture
};

}  // namespace hr
