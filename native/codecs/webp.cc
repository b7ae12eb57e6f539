// WebP with libwebp: lossy, lossless, with alpha; the first frame of an animation.
//
// Note [Rows of a WebP]: libwebp can skip rows above and below a region. At such a cut it smooths
// chroma as if the picture ended there, which affects one row. So two more rows are decoded,
// starting at an even row because chroma has half the rows. With alpha, decoding starts at the
// first row: libwebp predicts alpha's first column from the row above, even if it skipped that row.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <webp/decode.h>

#include "codecs/formats.h"

namespace hr::codecs {
namespace {

constexpr int64_t kMargin = 2;

uint32_t u32(const uint8_t* p) {
  return p[0] | uint32_t{p[1]} << 8 | uint32_t{p[2]} << 16 | uint32_t{p[3]} << 24;
}
int u24(const uint8_t* p) { return p[0] | p[1] << 8 | p[2] << 16; }

// Contents of the RIFF container.
struct Container {
  const uint8_t* frame;  // data for libwebp: the file, or the first frame's chunks
  size_t frame_size;
  bool animated = false;
  int canvas_width = 0, canvas_height = 0;  // of an animation; 0: none
  int x = 0, y = 0;                         // frame offset on the canvas
  int orientation = 1;
};

void read_frame(const uint8_t* body, size_t length, Container& c) {
  if (length < 16) fail_decode("corrupt WebP: a frame has a wrong length");
  c.x = 2 * u24(body);
  c.y = 2 * u24(body + 3);
  c.frame = body + 16;
  c.frame_size = length - 16;
}

Container read_container(const uint8_t* data, size_t size) {
  Container c{data, size};
  if (size < 20) fail_decode("truncated WebP: it ends inside of the header");
  const size_t end = size_t{u32(data + 4)} + 8;
  if (end > size) fail_decode("truncated WebP: the data ends before the file does");
  bool framed = false;
  for (size_t at = 12; at < end && end - at >= 8;) {
    const uint8_t* chunk = data + at;
    const size_t length = u32(chunk + 4);
    if (length > end - at - 8) fail_decode("truncated WebP: a chunk is longer than the file");
    auto is = [&](const char* name) { return std::memcmp(chunk, name, 4) == 0; };
    if (is("VP8X") && length >= 10) {
      c.animated = (chunk[8] & 2) != 0;
      c.canvas_width = u24(chunk + 12) + 1;
      c.canvas_height = u24(chunk + 15) + 1;
    } else if (is("ANMF") && c.animated && !framed) {
      read_frame(chunk + 8, length, c);
      framed = true;
    } else if (is("EXIF")) {
      const bool prefixed = length >= 6 && std::memcmp(chunk + 8, "Exif\0\0", 6) == 0;
      const int skip = prefixed ? 6 : 0;
      c.orientation = std::max(1, exif_orientation(chunk + 8 + skip, length - skip));
    }
    at += 8 + length + (length & 1);
  }
  if (c.animated && !framed) fail_decode("corrupt WebP: an animation without frames");
  return c;
}

WebPBitstreamFeatures features_of(const Container& c) {
  WebPBitstreamFeatures f;
  const VP8StatusCode status = WebPGetFeatures(c.frame, c.frame_size, &f);
  if (status == VP8_STATUS_NOT_ENOUGH_DATA) fail_decode("truncated WebP: it ends in the header");
  if (status != VP8_STATUS_OK) fail_decode("corrupt WebP: its header is damaged");
  return f;
}

const char* reason(VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED:
      return "truncated WebP: its picture data ends early";
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      return "unsupported WebP: it uses a feature that libwebp does not know";
    default:
      return "corrupt WebP: its picture data is damaged";
  }
}

// Decodes rows y0 to y1 of the frame to `out`.
void decode_rows(const Container& c, const WebPBitstreamFeatures& f, int64_t y0, int64_t y1,
                 WEBP_CSP_MODE mode, int channels, uint8_t* out, ptrdiff_t pitch) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config))
    fail_decode("the libwebp library does not match its headers");
  if (y0 > 0 || y1 < f.height) {
    config.options.use_cropping = 1;
    config.options.crop_top = static_cast<int>(y0);
    config.options.crop_width = f.width;
    config.options.crop_height = static_cast<int>(y1 - y0);
  }
  config.output.colorspace = mode;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = out;
  config.output.u.RGBA.stride = static_cast<int>(pitch);
  config.output.u.RGBA.size =
      static_cast<size_t>(std::abs(pitch)) * static_cast<size_t>(y1 - y0 - 1) +
      static_cast<size_t>(f.width) * static_cast<size_t>(channels);
  const VP8StatusCode status = WebPDecode(c.frame, c.frame_size, &config);
  if (status == VP8_STATUS_OUT_OF_MEMORY) throw std::bad_alloc();
  if (status != VP8_STATUS_OK) fail_decode(reason(status));
}

}  // namespace

std::string webp_engine() {
  const int v = WebPGetDecoderVersion();
  return "libwebp " + std::to_string(v >> 16) + "." + std::to_string(v >> 8 & 255) + "." +
         std::to_string(v & 255);
}

Info peek_webp(const uint8_t* data, size_t size) {
  const Container c = read_container(data, size);
  const WebPBitstreamFeatures f = features_of(c);
  Info info;
  info.format = Format::webp;
  info.orientation = c.orientation;
  const int width = c.animated ? c.canvas_width : f.width;
  const int height = c.animated ? c.canvas_height : f.height;
  set_size(info, width, height);
  if (c.x + f.width > width || c.y + f.height > height) {
    fail_decode("corrupt WebP: a frame reaches beyond the picture");
  }
  const bool covered = f.width == width && f.height == height;
  info.channels = f.has_alpha || !covered ? 4 : 3;
  return info;
}

Stats decode_webp(const uint8_t* data, size_t size, const Info& info, Painter& painter) {
  const Container c = read_container(data, size);
  const WebPBitstreamFeatures f = features_of(c);
  const Box& region = painter.region();
  const bool alpha = info.channels == 4 && painter.color() == Color::any;
  const bool bgr = painter.color() == Color::bgr;
  const int channels = alpha ? 4 : 3;
  const bool covered = f.width == info.width && f.height == info.height;
  const bool all = region.y0 == 0 && region.y1 == info.height;
  uint8_t* direct = covered && all ? painter.direct(0, channels, bgr) : nullptr;
  // The pitch of a single rotated row may be too small for libwebp.
  if (std::abs(painter.pitch()) < ptrdiff_t{f.width} * channels) direct = nullptr;
  const WEBP_CSP_MODE mode = alpha ? MODE_RGBA : direct && bgr ? MODE_BGR : MODE_RGB;
  if (direct) {
    decode_rows(c, f, 0, f.height, mode, channels, direct, painter.pitch());
    return {};
  }
  // The frame's rows within the region, plus a margin: Note [Rows of a WebP].
  const int64_t top = std::clamp<int64_t>(region.y0 - c.y, 0, f.height);
  const int64_t bottom = std::clamp<int64_t>(region.y1 - c.y, 0, f.height);
  const int64_t y0 = alpha ? 0 : std::max<int64_t>(0, top - kMargin) & ~int64_t{1};
  const int64_t y1 = std::min<int64_t>(f.height, bottom + kMargin);
  const ptrdiff_t pitch = static_cast<ptrdiff_t>(f.width) * channels;
  const size_t line = static_cast<size_t>(info.width) * channels;
  const size_t bytes = static_cast<size_t>(y1 - y0) * static_cast<size_t>(pitch);
  uint8_t* pixels = row_memory(bytes + line, kDecodeSlot);
  uint8_t* canvas = pixels + bytes;  // one row of the canvas
  if (top < bottom) decode_rows(c, f, y0, y1, mode, channels, pixels, pitch);
  for (int64_t y = region.y0; y < region.y1; y++) {
    const int64_t from = y - c.y;
    const uint8_t* row = from >= 0 && from < f.height ? pixels + (from - y0) * pitch : nullptr;
    if (covered) {
      painter.row(y, row, channels);
      continue;
    }
    std::memset(canvas, 0, line);
    if (row) std::memcpy(canvas + c.x * channels, row, static_cast<size_t>(pitch));
    painter.row(y, canvas, channels);
  }
  return {};
}

}  // namespace hr::codecs
