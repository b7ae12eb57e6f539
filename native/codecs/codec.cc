// The table of image codecs.
#include "codecs/codec.h"

#include <algorithm>
#include <atomic>
#include <cstdio>  // before jpeglib.h, which uses FILE
#include <cstring>
#include <string_view>

#include <jpeglib.h>

#include "codecs/foreign.h"
#include "codecs/formats.h"

#define HR_TEXT(x) #x
#define HR_TEXT_OF(x) HR_TEXT(x)

namespace hr::codecs {
namespace {

std::atomic<const Foreign*> foreign{nullptr};

std::string jpeg_engine() {
#if defined(LIBJPEG_TURBO_VERSION)
  return "libjpeg-turbo " HR_TEXT_OF(LIBJPEG_TURBO_VERSION);
#else
  return "libjpeg " HR_TEXT_OF(JPEG_LIB_VERSION);
#endif
}
std::string own_engine() { return "headrace"; }

Info peek_jpeg(const uint8_t* data, size_t size) {
  Info info;
  info.jpeg = jpeg::peek(data, size);
  set_size(info, info.jpeg.width, info.jpeg.height);
  info.channels = info.jpeg.components == 1 ? 1 : 3;
  info.orientation = info.jpeg.orientation;
  return info;
}

struct Entry {
  const char* name;
  Info (*peek)(const uint8_t*, size_t) = nullptr;  // null: decoded by a foreign codec
  Stats (*decode)(const uint8_t*, size_t, const Info&, Painter&) = nullptr;
  std::string (*engine)() = nullptr;
};

// Indexed by Format. JPEG has no row decoder here: its decoder crops and rotates by itself.
constexpr Entry kEntries[] = {
    {"JPEG", peek_jpeg, nullptr, jpeg_engine},
#ifdef HR_PNG
    {"PNG", peek_png, decode_png, png_engine},
#else
    {"PNG"},
#endif
#ifdef HR_WEBP
    {"WebP", peek_webp, decode_webp, webp_engine},
#else
    {"WebP"},
#endif
    {"BMP", peek_bmp, decode_bmp, own_engine},
    {"PNM", peek_pnm, decode_pnm, own_engine},
    {"TIFF"},
    {"JPEG 2000"},
    {"GIF"},
    {"AVIF"},
};
static_assert(std::size(kEntries) == static_cast<size_t>(Format::count));

const Entry& entry(Format format) { return kEntries[static_cast<int>(format)]; }

constexpr size_t kMostBrands = 256;  // bytes of brands examined

// True if a file that starts with an "ftyp" box has an AVIF brand: as its major brand, or among the
// compatible brands of a more general major brand.
bool is_avif(const uint8_t* p, size_t n) {
  const size_t box = size_t{p[0]} << 24 | size_t{p[1]} << 16 | size_t{p[2]} << 8 | p[3];
  auto brand = [&](size_t at, std::string_view name) {
    return at + 4 <= n && std::memcmp(p + at, name.data(), 4) == 0;
  };
  auto avif = [&](size_t at) { return brand(at, "avif") || brand(at, "avis"); };
  if (avif(8)) return true;
  if (!brand(8, "mif1") && !brand(8, "msf1")) return false;
  for (size_t at = 16; at + 4 <= std::min({box, n, kMostBrands}); at += 4)
    if (avif(at)) return true;
  return false;
}

// Detects the format from the first bytes; `count` if unknown.
Format sniff(const uint8_t* p, size_t n) {
  auto has = [&](std::string_view magic, size_t at = 0) {
    return n >= at + magic.size() && std::memcmp(p + at, magic.data(), magic.size()) == 0;
  };
  using namespace std::string_view_literals;
  if (has("\xFF\xD8\xFF")) return Format::jpeg;
  if (has("\x89PNG")) return Format::png;
  if (has("RIFF") && has("WEBP", 8)) return Format::webp;
  if (has("BM")) return Format::bmp;
  if (has("II*\0"sv) || has("MM\0*"sv) || has("II+\0"sv) || has("MM\0+"sv)) return Format::tiff;
  if (has("GIF8")) return Format::gif;
  if (has("\0\0\0\x0CjP  "sv) || has("\xFF\x4F\xFF\x51")) return Format::jpeg2000;
  if (has("ftyp", 4) && is_avif(p, n)) return Format::avif;
  if (n >= 2 && p[0] == 'P' && p[1] >= '1' && p[1] <= '7') return Format::pnm;
  return Format::count;
}

Info peek_foreign(Format format, const uint8_t* data, size_t size) {
  const Foreign* f = foreign.load(std::memory_order_acquire);
  if (!f) fail_decode(std::string("no decoder for ") + name(format));
  Info info;
  info.format = format;
  f->peek(data, size, info);
  set_size(info, info.width, info.height);
  if (info.channels < 1 || info.channels > 1 << 16 || info.orientation < 1 ||
      info.orientation > 8 ||
      (info.type != DType::u8 && info.type != DType::u16 && info.type != DType::f32)) {
    fail_decode(std::string("unsupported ") + name(format) +
                ": its samples have an unsupported type");
  }
  return info;
}

void decode_foreign(const uint8_t* data, size_t size, const Info& info, Painter& painter) {
  const Foreign* f = foreign.load(std::memory_order_acquire);
  if (!f) fail_decode(std::string("no decoder for ") + name(info.format));
  const size_t row = static_cast<size_t>(info.width) * info.channels * itemsize(info.type);
  uint8_t* pixels = row_memory(row * static_cast<size_t>(info.height), kDecodeSlot);
  f->decode(data, size, info, pixels);
  for (int64_t y = painter.region().y0; y < painter.region().y1; y++) {
    painter.row(y, pixels + static_cast<size_t>(y) * row, info.channels);
  }
}

Stats decode_jpeg(const uint8_t* data, size_t size, const Info& info, const Options& options,
                  const Box& box, void* out, ptrdiff_t pitch) {
  thread_local jpeg::Decoder decoder;
  if (options.dtype == DType::u8) {
    return decoder.decode(data, size, info.jpeg, options, &box, static_cast<uint8_t*>(out), pitch);
  }
  // Decodes as bytes, then converts to the element type; YCbCr is computed in that type.
  Options plain = options;
  if (options.color == Color::ycbcr) plain.color = Color::rgb;
  Info turned;
  turned.height = static_cast<int>(box.y1 - box.y0);
  turned.width = static_cast<int>(box.x1 - box.x0);
  turned.channels = static_cast<int>(output_shape(info, options)[2]);
  const int64_t row = int64_t{turned.width} * turned.channels;
  uint8_t* pixels = row_memory(static_cast<size_t>(turned.height * row), kDecodeSlot);
  const Stats stats = decoder.decode(data, size, info.jpeg, plain, &box, pixels, row);
  plain.color = options.color == Color::ycbcr ? Color::ycbcr : Color::any;
  Painter painter(turned, plain, {0, 0, turned.height, turned.width}, out, pitch);
  for (int64_t y = 0; y < turned.height; y++) painter.row(y, pixels + y * row, turned.channels);
  return stats;
}

}  // namespace

int64_t weight(int64_t width, int64_t height, int64_t pixel_bytes) {
  // Decoders have a cost per row: in a very tall picture a row counts as at least kRow pixels.
  constexpr int64_t kTall = 65535, kRow = 16;
  const int64_t row = height > kTall ? std::max(width, kRow) : width;
  int64_t product;
  if (__builtin_mul_overflow(row, height, &product) ||
      __builtin_mul_overflow(product, pixel_bytes / 4 + (pixel_bytes % 4 != 0), &product))
    return INT64_MAX;
  return product;
}

void set_foreign(const Foreign* f) { foreign.store(f, std::memory_order_release); }

const char* name(Format format) { return entry(format).name; }

Info peek(const uint8_t* data, size_t size, const Options& options) {
  if (size == 0) fail_decode("no data: the encoded image is empty");
  const Format format = sniff(data, size);
  if (format == Format::count) {
    fail_decode("not an image: the first bytes belong to no known format");
  }
  const Entry& e = entry(format);
  const Info info = e.peek ? e.peek(data, size) : peek_foreign(format, data, size);
  const int64_t bytes = info.channels * static_cast<int64_t>(itemsize(info.type));
  if (weight(info.width, info.height, bytes) > options.max_pixels) {
    fail_decode(std::string("too large a ") + e.name + ": " + std::to_string(info.width) + "×" +
                std::to_string(info.height) + (bytes > 4 ? " of " : "") +
                (bytes > 4 ? std::to_string(bytes) + " bytes each" : "") +
                " is more than the limit of " + std::to_string(options.max_pixels) +
                " pixels, which HEADRACE_MAX_PIXELS can raise");
  }
  return info;
}

Shape output_shape(const Info& info, const Options& options) {
  const bool swap = options.adjust_orientation && info.orientation >= 5;
  const int64_t channels = options.color == Color::any    ? info.channels
                           : options.color == Color::gray ? 1
                                                          : 3;
  const int64_t width = options.reduced(info.width), height = options.reduced(info.height);
  return {swap ? width : height, swap ? height : width, channels};
}

Stats decode(const uint8_t* data, size_t size, const Info& info, const Options& options,
             const Box* box, void* out, ptrdiff_t pitch) {
  const Shape shape = output_shape(info, options);
  const Box wanted = box ? *box : Box{0, 0, shape[0], shape[1]};
  if (wanted.y0 < 0 || wanted.x0 < 0 || wanted.y1 < wanted.y0 || wanted.x1 < wanted.x0 ||
      wanted.y1 > shape[0] || wanted.x1 > shape[1]) {
    throw Error(ErrorKind::value, "the region to decode lies outside of the image");
  }
  if (info.format == Format::jpeg) {
    return decode_jpeg(data, size, info, options, wanted, out, pitch);
  }
  if (wanted.y0 == wanted.y1 || wanted.x0 == wanted.x1) return {};
  Painter painter(info, options, wanted, out, pitch);
  if (const Entry& e = entry(info.format); e.decode) return e.decode(data, size, info, painter);
  decode_foreign(data, size, info, painter);
  return {};
}

std::vector<Codec> table() {
  std::vector<Codec> codecs;
  for (int i = 0; i < static_cast<int>(Format::count); i++) {
    const Format format = static_cast<Format>(i);
    const Entry& e = entry(format);
    codecs.push_back({format, e.name, e.engine ? e.engine() : ""});
  }
  return codecs;
}

}  // namespace hr::codecs
