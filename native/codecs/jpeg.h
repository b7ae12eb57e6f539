// JPEG on the CPU: a header parse, and a decoder of whole images or regions with identical pixels.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "codecs/picture.h"

namespace hr::jpeg {

struct Info {
  int width = 0, height = 0;  // as stored, before any orientation
  int components = 0;         // 1 gray, 3 YCbCr or RGB, 4 CMYK or YCCK
  int orientation = 1;        // EXIF, 1 to 8
  bool progressive = false;
  int sampling_h = 1, sampling_v = 1;  // stored columns and rows for each one of chroma
};

using codecs::Box;
using codecs::Color;
using codecs::Options;
using codecs::Stats;

struct Shape {
  int64_t height, width, channels;
};

// Reads the header alone, without libjpeg. Throws Error(decode) for what is not a JPEG or is one
// that `Decoder` cannot decode.
Info peek(const uint8_t* data, size_t size);

// What `Decoder::decode` makes of the whole image.
Shape output_shape(const Info& info, const Options& options);

// Keeps memory from image to image: one for each worker thread.
class Decoder {
 public:
  Decoder();
  ~Decoder();
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;

  // Decodes `box`, or all if it is null, and puts row r of it at out + r * pitch: the same pixels
  // as decoding all and cutting the box out. `info` is what `peek` said of the same bytes. Throws
  // Error(decode) for truncated, corrupt and too large images; then the contents of `out` are
  // undefined and the decoder can be used on. The pixels are uint8 whatever options.dtype says.
  Stats decode(const uint8_t* data, size_t size, const Info& info, const Options& options,
               const Box* box, uint8_t* out, ptrdiff_t pitch);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hr::jpeg
