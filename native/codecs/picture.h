// Shared by all image decoders: colours, regions, options.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "base/enum.cuh"

namespace hr::codecs {

// ycbcr is ITU-R BT.601 in studio range (Y from 16 to 235), like every YCbCr image of Headrace, not
// the full range of JPEG. any: the channels of the file (for JPEG: one if gray, else RGB). Same
// numbers as the public ImageType.
HR_ENUM(Color, rgb, bgr, gray, ycbcr, any);

inline constexpr int64_t kMaxPixels = int64_t{1} << 28;  // default limit per picture

struct Options {
  Color color = Color::rgb;
  bool fast_idct = false;
  bool fancy_upsampling = true;    // smooth chroma upsampling; DALI's CPU decoder always does
  bool adjust_orientation = true;  // apply the EXIF orientation
  int64_t max_pixels = kMaxPixels;
  DType dtype = DType::u8;  // of the output; the file's range is scaled to the type's
  int reduce = 1;           // JPEG: scale by 1/2, 1/4 or 1/8, sizes rounded up

  int64_t reduced(int64_t size) const { return (size + reduce - 1) / reduce; }
};

// Half open, in output coordinates (after orientation).
struct Box {
  int64_t y0, x0, y1, x1;
};

struct Stats {
  int warnings = 0;  // errors in the data that the decoder corrected
};

}  // namespace hr::codecs
