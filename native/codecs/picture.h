// What all image decoders share: colours, regions, options.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "base/enum.cuh"

namespace hr::codecs {

// ycbcr is ITU-R BT.601 in studio range (Y from 16 to 235), like every YCbCr image of Headrace,
// not the full range values that a JPEG holds. any: the channels of the file (a JPEG's: one if
// gray, else RGB). Numbered like the public ImageType.
HR_ENUM(Color, rgb, bgr, gray, ycbcr, any);

inline constexpr int64_t kMaxPixels = int64_t{1} << 28;  // of one picture, unless told otherwise

struct Options {
  Color color = Color::rgb;
  bool fast_idct = false;
  bool fancy_upsampling = true;    // smooth chroma; DALI's CPU decoder does it whatever it is told
  bool adjust_orientation = true;  // turn the picture as its EXIF data says
  int64_t max_pixels = kMaxPixels;
  DType dtype = DType::u8;  // of the output; the file's range is stretched to the type's
  int reduce = 1;           // JPEG: 2, 4 or 8 for an image of 1/reduce of the size, rounded up

  int64_t reduced(int64_t size) const { return (size + reduce - 1) / reduce; }
};

// Half open, in coordinates of the output, that is after the orientation.
struct Box {
  int64_t y0, x0, y1, x1;
};

struct Stats {
  int warnings = 0;  // faults in the data that the decoder repaired
};

}  // namespace hr::codecs
