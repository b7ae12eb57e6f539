// PNG with libpng: all colour types, 1 to 16 bits, interlaced or not.
//
// Note [PNG and its checksums]: all chunks and their checksums are verified before any pixel is
// decoded, so that a region gives the same error as the whole picture. libpng does not check again.
//
// Transparent colours (tRNS) are ignored, like in DALI; alpha channels are kept on request. Gray
// from colours is computed by libpng, which applies gamma.
#include <csetjmp>
#include <cstring>

#include <png.h>
#include <zlib.h>

#include "codecs/formats.h"

namespace hr::codecs {
namespace {

constexpr size_t kSignature = 8;
constexpr uint8_t kMagic[kSignature] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
constexpr png_fixed_point kRed = 29900, kGreen = 58700;  // in 1/100000

uint32_t u32(const uint8_t* p) {
  return uint32_t{p[0]} << 24 | uint32_t{p[1]} << 16 | uint32_t{p[2]} << 8 | p[3];
}

struct Chunk {
  const uint8_t* type;
  const uint8_t* body;
  size_t length;
  bool is(const char* name) const { return std::memcmp(type, name, 4) == 0; }
};

// Calls f for each chunk, including IEND. Throws if IEND is missing.
template <class F>
void walk(const uint8_t* data, size_t size, F f) {
  for (size_t at = kSignature; size - at >= 12;) {
    const size_t length = u32(data + at);
    if (length > size - at - 12) break;
    const Chunk chunk{data + at + 4, data + at + 8, length};
    f(chunk);
    if (chunk.is("IEND")) return;
    at += length + 12;
  }
  fail_decode("truncated PNG: there is no IEND chunk");
}

// libpng's state for one picture. Errors arrive by longjmp, so only trivially destructible objects
// may exist between the setjmp of `guard` and the libpng calls.
struct Reader {
  png_structp png = nullptr;
  png_infop info = nullptr;
  const uint8_t* next;
  size_t left;
  std::jmp_buf jump;
  char reason[128] = "";
  int warnings = 0;

  Reader(const uint8_t* data, size_t size) : next(data), left(size) {
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
    if (png) info = png_create_info_struct(png);
    if (!info) {
      png_destroy_read_struct(&png, nullptr, nullptr);
      throw std::bad_alloc();
    }
  }
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  template <class Body>
  void guard(Body body) {
    static_assert(std::is_trivially_destructible_v<Body>);
    if (setjmp(jump) != 0) fail_decode(std::string("corrupt PNG: ") + reason);
    body();
  }

  static Reader& of(png_structp p) { return *static_cast<Reader*>(png_get_error_ptr(p)); }
  [[noreturn]] static void on_error(png_structp p, png_const_charp message) {
    Reader& r = of(p);
    std::strncpy(r.reason, message, sizeof r.reason - 1);
    std::longjmp(r.jump, 1);
  }
  static void on_warning(png_structp p, png_const_charp) { of(p).warnings++; }
  static void on_read(png_structp p, png_bytep out, size_t n) {
    Reader& r = *static_cast<Reader*>(png_get_io_ptr(p));
    if (n > r.left) png_error(p, "the data ends early");
    std::memcpy(out, r.next, n);
    r.next += n;
    r.left -= n;
  }
};

// Chunks to ignore.
constexpr png_byte kIgnored[] =
    "tRNS\0tEXt\0zTXt\0iTXt\0eXIf\0bKGD\0hIST\0pHYs\0sPLT\0tIME\0oFFs\0pCAL\0sCAL\0sBIT";

struct Layout {
  int channels, passes;
  size_t row;  // bytes per row
};

// Reads the header and sets the transformations.
Layout open(Reader& r, const Info& info, bool gray) {
  png_set_read_fn(r.png, &r, Reader::on_read);
  png_set_user_limits(r.png, 0x7FFFFFFF, 0x7FFFFFFF);  // limits were checked before
  png_set_crc_action(r.png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_keep_unknown_chunks(r.png, PNG_HANDLE_CHUNK_NEVER, kIgnored, sizeof kIgnored / 5);
  png_read_info(r.png, r.info);
  const png_byte type = png_get_color_type(r.png, r.info);
  const png_byte depth = png_get_bit_depth(r.png, r.info);
  if (type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(r.png);
  if (type == PNG_COLOR_TYPE_GRAY && depth < 8) png_set_expand_gray_1_2_4_to_8(r.png);
  if (gray && info.channels >= 3) {
    png_set_rgb_to_gray_fixed(r.png, PNG_ERROR_ACTION_NONE, kRed, kGreen);
  }
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (depth == 16) png_set_swap(r.png);
#endif
  Layout l;
  l.passes = png_set_interlace_handling(r.png);
  png_read_update_info(r.png, r.info);
  l.channels = png_get_channels(r.png, r.info);
  l.row = png_get_rowbytes(r.png, r.info);
  if (static_cast<int>(png_get_image_width(r.png, r.info)) != info.width ||
      static_cast<int>(png_get_image_height(r.png, r.info)) != info.height ||
      (png_get_bit_depth(r.png, r.info) == 16) != (info.type == DType::u16) ||
      l.row != static_cast<size_t>(info.width) * l.channels * itemsize(info.type)) {
    png_error(r.png, "the header is of another image");
  }
  return l;
}

void check_chunks(const uint8_t* data, size_t size) {
  walk(data, size, [](const Chunk& c) {
    const auto bytes = static_cast<uInt>(c.length + 4);
    if ((c.type[0] & 0x20) != 0) return;  // ancillary chunk
    if (crc32(0, c.type, bytes) != u32(c.body + c.length)) {
      fail_decode("corrupt PNG: the checksum of " +
                  std::string(reinterpret_cast<const char*>(c.type), 4) + " is wrong");
    }
  });
}

}  // namespace

std::string png_engine() { return std::string("libpng ") + png_get_libpng_ver(nullptr); }

Info peek_png(const uint8_t* data, size_t size) {
  if (size < kSignature || std::memcmp(data, kMagic, kSignature) != 0) {
    fail_decode("corrupt PNG: its first bytes are damaged");
  }
  Info info;
  info.format = Format::png;
  bool pixels = false;
  walk(data, size, [&](const Chunk& c) {
    if (c.body == data + kSignature + 8) {  // first chunk
      if (!c.is("IHDR") || c.length != 13) fail_decode("corrupt PNG: it does not start with IHDR");
      set_size(info, u32(c.body), u32(c.body + 4));
      const int depth = c.body[8], color = c.body[9];
      static constexpr int kChannels[] = {1, 0, 3, 3, 2, 0, 4};
      info.channels = color < 7 ? kChannels[color] : 0;
      const bool deep = depth == 8 || (depth == 16 && color != 3);
      const bool flat = (depth == 1 || depth == 2 || depth == 4) && (color == 0 || color == 3);
      if (info.channels == 0 || !(deep || flat)) {
        fail_decode("corrupt PNG: colour type " + std::to_string(color) + " with " +
                    std::to_string(depth) + " bits");
      }
      info.type = depth == 16 ? DType::u16 : DType::u8;
    } else if (c.is("eXIf") && info.orientation == 1) {
      const int found = exif_orientation(c.body, c.length);
      if (found) info.orientation = found;
    }
    pixels |= c.is("IDAT");
  });
  if (!pixels) fail_decode("corrupt PNG: there is no IDAT chunk");
  return info;
}

Stats decode_png(const uint8_t* data, size_t size, const Info& info, Painter& painter) {
  check_chunks(data, size);
  Reader reader(data, size);
  Layout layout{};
  const bool gray = painter.color() == Color::gray;
  reader.guard([&] { layout = open(reader, info, gray); });

  const Box region = painter.region();
  const int64_t rows = layout.passes > 1 ? region.y1 - region.y0 : 1;
  const size_t bytes = static_cast<size_t>(rows) * layout.row;
  uint8_t* memory = row_memory(bytes, kDecodeSlot);
  const int64_t end = layout.passes > 1 ? info.height : region.y1;
  reader.guard([&] {
    for (int pass = 0; pass < layout.passes; pass++) {
      for (int64_t y = 0; y < end; y++) {
        if (y < region.y0 || y >= region.y1) {
          png_read_row(reader.png, nullptr, nullptr);
          continue;
        }
        uint8_t* row = memory + (layout.passes > 1 ? (y - region.y0) * layout.row : 0);
        uint8_t* direct = layout.passes > 1 ? nullptr : painter.direct(y, layout.channels, false);
        png_read_row(reader.png, direct ? direct : row, nullptr);
        if (!direct && pass == layout.passes - 1) painter.row(y, row, layout.channels);
      }
    }
  });
  return {reader.warnings};
}

}  // namespace hr::codecs
