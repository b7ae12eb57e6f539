// JPEG on the CPU: header parser, and decoder of whole images or regions with identical pixels.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "codecs/picture.h"

namespace hr::jpeg {

struct Info {
  int width = 0, height = 0;  // as stored, before orientation
  int components = 0;         // 1 gray, 3 YCbCr or RGB, 4 CMYK or YCCK
  int orientation = 1;        // EXIF, 1 to 8
  bool progressive = false;
  int sampling_h = 1, sampling_v = 1;  // luma columns and rows per chroma sample
};

using codecs::Box;
using codecs::Color;
using codecs::Options;
using codecs::Stats;

struct Shape {
  int64_t height, width, channels;
};

// Parses the header without libjpeg. Throws Error(decode) if it is no JPEG or an unsupported one.
Info peek(const uint8_t* data, size_t size);

// Shape of the whole image as returned by `Decoder::decode`.
Shape output_shape(const Info& info, const Options& options);

// Keeps memory between images: one per worker thread.
class Decoder {
 public:
  Decoder();
  ~Decoder();
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;

  // Decodes `box`, or all if it is null, with row r at out + r * pitch: the same pixels as cropping
  // the whole image. `info` is the result of `peek` on the same bytes. Throws Error(decode) for
  // truncated, corrupt and too large images; then the contents of `out` are undefined, and the
  // decoder stays usable. Pixels are uint8, whatever options.dtype says.
  Stats decode(const uint8_t* data, size_t size, const Info& info, const Options& options,
               const Box* box, uint8_t* out, ptrdiff_t pitch);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hr::jpeg
