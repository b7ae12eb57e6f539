// Decoders behind the codec table: each reads a header, and passes stored rows to a Painter.
#pragma once
#include <string>

#include "codecs/painter.h"

namespace hr::codecs {

Info peek_png(const uint8_t* data, size_t size);
Info peek_webp(const uint8_t* data, size_t size);
Info peek_bmp(const uint8_t* data, size_t size);
Info peek_pnm(const uint8_t* data, size_t size);

// `info` is the result of the peek on the same bytes.
Stats decode_png(const uint8_t* data, size_t size, const Info& info, Painter& painter);
Stats decode_webp(const uint8_t* data, size_t size, const Info& info, Painter& painter);
Stats decode_bmp(const uint8_t* data, size_t size, const Info& info, Painter& painter);
Stats decode_pnm(const uint8_t* data, size_t size, const Info& info, Painter& painter);

std::string png_engine();  // "libpng 1.6.39"
std::string webp_engine();

[[noreturn]] inline void fail_decode(const std::string& reason) {
  throw Error(ErrorKind::decode, reason);
}

// Sets width and height from a header; throws if they are not positive or exceed an int.
inline void set_size(Info& info, int64_t width, int64_t height) {
  if (width <= 0 || height <= 0) {
    fail_decode(std::string("corrupt ") + name(info.format) + ": its height or width is 0");
  }
  if (width > INT32_MAX || height > INT32_MAX) {
    fail_decode(std::string("corrupt ") + name(info.format) + ": its height or width is too large");
  }
  info.width = static_cast<int>(width);
  info.height = static_cast<int>(height);
}

}  // namespace hr::codecs
