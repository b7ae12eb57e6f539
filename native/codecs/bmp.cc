// BMP decoder: 1 to 32 bits, palettes, bit fields, run lengths, bottom-up or top-down.
#include <algorithm>
#include <bit>
#include <cstring>

#include "codecs/formats.h"

namespace hr::codecs {
namespace {

constexpr uint32_t kRgb = 0, kRle8 = 1, kRle4 = 2, kBitFields = 3, kAlphaBitFields = 6;

uint32_t u16(const uint8_t* p) { return p[0] | uint32_t{p[1]} << 8; }
uint32_t u32(const uint8_t* p) { return u16(p) | u16(p + 2) << 16; }

struct Header {
  int64_t width, height;
  bool top_down = false;
  uint32_t bits, compression = kRgb;
  uint32_t masks[4] = {};  // red, green, blue, alpha
  size_t pixels;           // offset of the pixel data
  const uint8_t* palette = nullptr;
  uint32_t colors = 0;         // palette entries
  uint32_t palette_entry = 4;  // bytes
  bool gray = false;           // every palette colour is gray

  bool run_lengths() const { return compression == kRle8 || compression == kRle4; }
  int64_t pitch() const { return (width * bits + 31) / 32 * 4; }
};

void read_palette(const uint8_t* data, size_t size, size_t at, uint32_t used, Header& h) {
  const uint32_t most = 1u << h.bits;
  h.colors = used == 0 || used > most ? most : used;
  // Some files have fewer palette entries than their header says.
  const size_t room = std::min(h.pixels, size);
  if (at < room) {
    h.colors = std::min(h.colors, static_cast<uint32_t>((room - at) / h.palette_entry));
    h.palette = data + at;
  } else {
    h.colors = 0;
  }
  if (h.colors == 0) fail_decode("corrupt BMP: it has no palette");
  h.gray = true;
  for (uint32_t i = 0; i < h.colors; i++) {
    const uint8_t* c = h.palette + i * h.palette_entry;
    h.gray &= c[0] == c[1] && c[0] == c[2];
  }
}

void read_masks(const uint8_t* data, size_t size, size_t info_size, Header& h) {
  if (h.compression == kRgb) {
    const bool wide = h.bits == 32;
    h.masks[0] = wide ? 0xFF0000 : 0x7C00;
    h.masks[1] = wide ? 0xFF00 : 0x3E0;
    h.masks[2] = wide ? 0xFF : 0x1F;
    return;
  }
  const int n = h.compression == kAlphaBitFields || info_size >= 56 ? 4 : 3;
  if (size < 54u + 4u * n) fail_decode("truncated BMP: it ends inside of the header");
  for (int i = 0; i < n; i++) {
    uint32_t m = h.masks[i] = u32(data + 54 + 4 * i);
    if (i < 3 && m == 0) fail_decode("corrupt BMP: a colour has no bits");
    if (m) m >>= std::countr_zero(m);
    if ((m & (m + 1)) != 0) fail_decode("corrupt BMP: the bits of a colour are not together");
  }
}

Header read_header(const uint8_t* data, size_t size) {
  if (size < 26) fail_decode("truncated BMP: it ends inside of the header");
  const size_t info_size = u32(data + 14);
  Header h;
  h.pixels = u32(data + 10);
  size_t palette = 14 + info_size;
  uint32_t used = 0;
  if (info_size == 12) {
    h.width = u16(data + 18);
    h.height = u16(data + 20);
    h.bits = u16(data + 24);
    h.palette_entry = 3;
  } else {
    if (info_size < 40 || info_size > 4096) fail_decode("unsupported BMP: its header is unknown");
    if (size < 14 + info_size) fail_decode("truncated BMP: it ends inside of the header");
    h.width = static_cast<int32_t>(u32(data + 18));
    h.height = static_cast<int32_t>(u32(data + 22));
    h.top_down = h.height < 0;
    if (h.top_down) h.height = -h.height;
    h.bits = u16(data + 28);
    h.compression = u32(data + 30);
    used = u32(data + 46);
    if (info_size == 40 && h.compression == kBitFields) palette += 12;
    if (info_size == 40 && h.compression == kAlphaBitFields) palette += 16;
  }
  const uint32_t b = h.bits;
  if (b != 1 && b != 2 && b != 4 && b != 8 && b != 16 && b != 24 && b != 32) {
    fail_decode("corrupt BMP: " + std::to_string(b) + " bits a pixel");
  }
  const bool fields = h.compression == kBitFields || h.compression == kAlphaBitFields;
  const bool known = h.compression == kRgb || (h.compression == kRle8 && b == 8) ||
                     (h.compression == kRle4 && b == 4) || (fields && (b == 16 || b == 32));
  if (!known) {
    fail_decode("unsupported BMP: compression " + std::to_string(h.compression) + " with " +
                std::to_string(b) + " bits");
  }
  if (b <= 8) read_palette(data, size, palette, used, h);
  if (b == 16 || b == 32) read_masks(data, size, info_size, h);
  return h;
}

// A bit field of a pixel, scaled to 8 bits.
class Field {
 public:
  explicit Field(uint32_t mask)
      : mask_(mask), shift_(mask ? std::countr_zero(mask) : 0), top_(mask >> shift_) {}
  uint8_t of(uint32_t pixel) const {
    const uint64_t v = (pixel & mask_) >> shift_;
    return static_cast<uint8_t>(top_ == 255 ? v : (v * 255 + top_ / 2) / top_);
  }

 private:
  uint32_t mask_;
  int shift_;
  uint32_t top_;
};

// Maps one row of indices to colours. Indices beyond the palette are black.
void resolve(const Header& h, const uint8_t* indices, uint8_t* out) {
  for (int64_t x = 0; x < h.width; x++) {
    const uint32_t i = indices[x];
    const uint8_t* c = h.palette + i * h.palette_entry;
    const bool there = i < h.colors;
    if (h.gray) {
      *out++ = there ? c[0] : 0;
    } else {
      for (int k = 2; k >= 0; k--) *out++ = there ? c[k] : 0;
    }
  }
}

// Unpacks one stored row to what the painter takes: indices or colours.
void unpack(const Header& h, int channels, const uint8_t* row, uint8_t* indices, uint8_t* out) {
  if (h.bits <= 8) {
    const uint32_t per_byte = 8 / h.bits, mask = (1u << h.bits) - 1;
    for (int64_t x = 0; x < h.width; x++) {
      const uint32_t at = static_cast<uint32_t>(x) % per_byte;
      indices[x] = row[x / per_byte] >> (8 - h.bits * (at + 1)) & mask;
    }
    return resolve(h, indices, out);
  }
  if (h.bits == 24) {
    for (int64_t x = 0; x < h.width; x++, row += 3, out += 3) {
      out[0] = row[2], out[1] = row[1], out[2] = row[0];
    }
    return;
  }
  const Field fields[] = {Field(h.masks[0]), Field(h.masks[1]), Field(h.masks[2]),
                          Field(h.masks[3])};
  const int bytes = static_cast<int>(h.bits / 8);
  for (int64_t x = 0; x < h.width; x++, row += bytes) {
    const uint32_t v = bytes == 2 ? u16(row) : u32(row);
    for (int k = 0; k < channels; k++) *out++ = fields[k].of(v);
  }
}

// Expands a run-length encoded picture to indices, top row first. Skipped pixels have index 0.
void expand_runs(const Header& h, const uint8_t* p, const uint8_t* end, uint8_t* out) {
  std::memset(out, 0, static_cast<size_t>(h.width * h.height));
  int64_t x = 0, y = 0;
  auto put = [&](uint8_t index) {
    if (x < h.width && y < h.height) {
      out[(h.top_down ? y : h.height - 1 - y) * h.width + x] = index;
    }
    x++;
  };
  const bool nibbles = h.compression == kRle4;
  while (y < h.height) {
    if (end - p < 2) fail_decode("truncated BMP: its picture data ends early");
    const int count = p[0], value = p[1];
    p += 2;
    if (count > 0) {  // a run
      for (int i = 0; i < count; i++) {
        put(static_cast<uint8_t>(!nibbles ? value : i & 1 ? value & 15 : value >> 4));
      }
    } else if (value == 0) {  // end of row
      x = 0;
      y++;
    } else if (value == 1) {  // end of picture
      return;
    } else if (value == 2) {  // skip
      if (end - p < 2) fail_decode("truncated BMP: its picture data ends early");
      x += p[0];
      y += p[1];
      p += 2;
    } else {  // literal indices
      const ptrdiff_t bytes = nibbles ? (value + 1) / 2 : value;
      if (end - p < bytes) fail_decode("truncated BMP: its picture data ends early");
      for (int i = 0; i < value; i++) {
        put(static_cast<uint8_t>(!nibbles ? p[i] : i & 1 ? p[i / 2] & 15 : p[i / 2] >> 4));
      }
      p += std::min<ptrdiff_t>(end - p, bytes + (bytes & 1));
    }
  }
}

}  // namespace

Info peek_bmp(const uint8_t* data, size_t size) {
  const Header h = read_header(data, size);
  Info info;
  info.format = Format::bmp;
  set_size(info, h.width, h.height);
  info.channels = h.bits <= 8 ? (h.gray ? 1 : 3) : h.masks[3] ? 4 : 3;
  // Divided, because the product of hostile sizes may overflow.
  const auto there = static_cast<int64_t>(size) - static_cast<int64_t>(h.pixels);
  if (h.run_lengths() ? there < 2 : there < 0 || h.pitch() > there / h.height) {
    fail_decode("truncated BMP: its picture data ends early");
  }
  return info;
}

Stats decode_bmp(const uint8_t* data, size_t size, const Info& info, Painter& painter) {
  const Header h = read_header(data, size);
  const Box region = painter.region();
  const size_t line = static_cast<size_t>(h.width);
  const size_t whole = h.run_lengths() ? line * static_cast<size_t>(h.height) : line;
  uint8_t* colors = row_memory(4 * line + whole, kDecodeSlot);
  uint8_t* indices = colors + 4 * line;
  if (h.run_lengths()) {
    // Expands every row, whatever the region, so that damage gives the same error for any region.
    expand_runs(h, data + h.pixels, data + size, indices);
  }
  for (int64_t y = region.y0; y < region.y1; y++) {
    if (h.run_lengths()) {
      resolve(h, indices + y * h.width, colors);
    } else {
      const int64_t stored = h.top_down ? y : h.height - 1 - y;
      unpack(h, info.channels, data + h.pixels + stored * h.pitch(), indices, colors);
    }
    painter.row(y, colors, info.channels);
  }
  return {};
}

}  // namespace hr::codecs
