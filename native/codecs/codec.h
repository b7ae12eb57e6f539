// Table of image codecs: detect the format, read the header, decode all or a region.
#pragma once
#include <string>
#include <vector>

#include "base/value.h"
#include "codecs/jpeg.h"
#include "codecs/picture.h"

namespace hr::codecs {

enum class Format : uint8_t { jpeg, png, webp, bmp, pnm, tiff, jpeg2000, gif, avif, count };

const char* name(Format format);

// Contents of a header. Trivially copyable, because a kernel's infer passes it to run in the state.
struct Info {
  Format format = Format::jpeg;
  DType type = DType::u8;  // element type as decoded, before conversion to Options::dtype
  int width = 0, height = 0;
  int channels = 0;     // after palette lookup; the last of 2 or 4 may be alpha
  int orientation = 1;  // EXIF, 1 to 8
  jpeg::Info jpeg;      // if JPEG
};

// Number of pixels that count against the limit: more if pixels have over four bytes, or if rows
// are many and short. Every size check uses it.
int64_t weight(int64_t width, int64_t height, int64_t pixel_bytes);

// Detects the format, reads the header, checks the pixel limit. Throws Error(decode).
Info peek(const uint8_t* data, size_t size, const Options& options);

// Height, width and channels of the whole image as returned by `decode`.
Shape output_shape(const Info& info, const Options& options);

// Decodes `box`, or all if it is null, as elements of options.dtype, row r at out + r * pitch
// (bytes): the same pixels as cropping the whole image. `info` is the result of `peek` on the same
// bytes. Throws Error(decode); then `out` is undefined. Caches decoders and memory per thread.
Stats decode(const uint8_t* data, size_t size, const Info& info, const Options& options,
             const Box* box, void* out, ptrdiff_t pitch);

// The engine behind each format, for `headrace doctor`.
struct Codec {
  Format format;
  const char* name;
  std::string engine;  // "libjpeg-turbo 2.1.5", "Pillow 11.0"; empty: none
};
std::vector<Codec> table();

}  // namespace hr::codecs
