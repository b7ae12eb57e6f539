// The table of image codecs: what is it, how large is it, decode all or a part of it.
#pragma once
#include <string>
#include <vector>

#include "base/value.h"
#include "codecs/jpeg.h"
#include "codecs/picture.h"

namespace hr::codecs {

enum class Format : uint8_t { jpeg, png, webp, bmp, pnm, tiff, jpeg2000, gif, avif, count };

const char* name(Format format);

// What a header says. Trivially copyable: it goes from a kernel's infer to its run in the state.
struct Info {
  Format format = Format::jpeg;
  DType type = DType::u8;  // of the decoded samples, before they become Options::dtype
  int width = 0, height = 0;
  int channels = 0;     // as stored, palettes resolved; the last of 2 and of 4 may be alpha
  int orientation = 1;  // EXIF, 1 to 8
  jpeg::Info jpeg;      // of a JPEG
};

// How many pixels a picture counts as against the limit: more where they have over four bytes, or
// rows are many and short. The only measure of what may be decoded.
int64_t weight(int64_t width, int64_t height, int64_t pixel_bytes);

// Finds the format, reads the header, checks the limit on pixels. Throws Error(decode) for what
// cannot be decoded.
Info peek(const uint8_t* data, size_t size, const Options& options);

// Height, width and channels of the whole image as `decode` makes it.
Shape output_shape(const Info& info, const Options& options);

// Decodes `box`, or all if it is null, as elements of options.dtype, row r at out + r * pitch
// (bytes): the same pixels as decoding all and cutting the box out. `info` is what `peek` said of
// the same bytes. Throws Error(decode); then the contents of `out` are undefined. Keeps decoders
// and memory for each thread.
Stats decode(const uint8_t* data, size_t size, const Info& info, const Options& options,
             const Box* box, void* out, ptrdiff_t pitch);

// Who decodes what, for `headrace doctor`.
struct Codec {
  Format format;
  const char* name;
  std::string engine;  // "libjpeg-turbo 2.1.5", "Pillow 11.0"; empty: nobody
};
std::vector<Codec> table();

}  // namespace hr::codecs
