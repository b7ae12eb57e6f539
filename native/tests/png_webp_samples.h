// Small PNG and WebP files of every kind, written with libpng and libwebp.
#pragma once
#include <csetjmp>  // before png.h

#include <png.h>
#include <webp/encode.h>
#include <zlib.h>

#include "picture_samples.h"

namespace {

// ---- PNG ---------------------------------------------------------------------------------------

struct PngSpec {
  int color, depth;
  bool interlaced = false, transparent = false, plain = false;  // plain: uncompressed
  int width = 23, height = 19;
};

Sample png_sample(const PngSpec& spec) {
  static constexpr int kStored[] = {1, 0, 3, 1, 2, 0, 4};
  const bool palette = spec.color == PNG_COLOR_TYPE_PALETTE;
  const int stored = kStored[spec.color], top = (1 << spec.depth) - 1;
  Sample s{{}, spec.width, spec.height, palette ? 3 : stored, {}};
  png_color colors[256];
  for (png_color& c : colors) {
    c = {static_cast<png_byte>(noise(255)), static_cast<png_byte>(noise(255)),
         static_cast<png_byte>(noise(255))};
  }
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &s.data,
      [](png_structp p, png_bytep from, size_t n) {
        auto* out = static_cast<Bytes*>(png_get_io_ptr(p));
        out->insert(out->end(), from, from + n);
      },
      nullptr);
  png_set_compression_level(png, spec.plain ? 0 : 6);
  png_set_IHDR(png, info, static_cast<png_uint_32>(spec.width),
               static_cast<png_uint_32>(spec.height), spec.depth, spec.color,
               spec.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, 0, 0);
  if (palette) png_set_PLTE(png, info, colors, top + 1);
  if (spec.transparent) {
    png_byte alphas[4] = {1, 100, 200, 3};
    png_color_16 color{0, 1, 1, 1, 1};
    png_set_tRNS(png, info, palette ? alphas : nullptr, palette ? 2 : 0,
                 palette ? nullptr : &color);
  }
  png_write_info(png, info);
  if (spec.depth < 8) png_set_packing(png);
  std::vector<Bytes> rows;
  std::vector<png_bytep> starts;
  for (int y = 0; y < spec.height; y++) {
    Bytes row;
    for (int i = 0; i < spec.width * stored; i++) {
      const uint16_t v = noise(top);
      put(row, v, spec.depth == 16 ? 2 : 1, false);
      if (palette) {
        for (int c : {colors[v].red, colors[v].green, colors[v].blue}) {
          s.pixels.push_back(static_cast<uint16_t>(c));
        }
      } else {
        s.pixels.push_back(static_cast<uint16_t>(spec.depth < 8 ? v * 255 / top : v));
      }
    }
    rows.push_back(std::move(row));
  }
  for (Bytes& row : rows) starts.push_back(row.data());
  png_write_image(png, starts.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return s;
}

// Repairs the checksums of a PNG, as far as chunks can be found.
void repair_png(Bytes& data) {
  for (size_t at = 8; at + 12 <= data.size();) {
    const size_t n = size_t{data[at]} << 24 | size_t{data[at + 1]} << 16 |
                     size_t{data[at + 2]} << 8 | data[at + 3];
    if (n > data.size() - at - 12) return;
    const auto sum = crc32(0, data.data() + at + 4, static_cast<uInt>(n + 4));
    for (size_t i = 0; i < 4; i++) {
      data[at + 8 + n + i] = static_cast<uint8_t>(sum >> (24 - 8 * i));
    }
    at += n + 12;
  }
}

Bytes turned_png(const Bytes& png, int orientation) {
  Bytes chunk, body = exif(orientation);
  put(chunk, body.size(), 4, false);
  put(chunk, "eXIf");
  chunk.insert(chunk.end(), body.begin(), body.end());
  put(chunk, 0, 4);
  Bytes r = png;
  r.insert(r.begin() + 33, chunk.begin(), chunk.end());  // after IHDR
  repair_png(r);
  return r;
}

std::vector<Sample> png_samples() {
  std::vector<Sample> all;
  const int kinds[][2] = {{0, 1}, {0, 2}, {0, 4},  {0, 8}, {0, 16}, {3, 1}, {3, 2}, {3, 4},
                          {3, 8}, {2, 8}, {2, 16}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};
  for (const auto& k : kinds) {
    for (bool interlaced : {false, true}) {
      all.push_back(png_sample({k[0], k[1], interlaced}));
      all.push_back(png_sample({k[0], k[1], interlaced, k[0] < 4, true, 5, 3}));
    }
  }
  return all;
}

// ---- WebP --------------------------------------------------------------------------------------

Sample webp_sample(bool lossless, bool alpha, int width, int height) {
  Sample s{{}, width, height, alpha ? 4 : 3, {}};
  WebPConfig config;
  WebPConfigInit(&config);
  config.lossless = lossless;
  config.exact = 1;
  config.quality = lossless ? 20 : 80;
  config.method = 2;
  WebPPicture picture;
  WebPPictureInit(&picture);
  picture.width = width;
  picture.height = height;
  picture.use_argb = lossless;
  Bytes pixels;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      const int v[] = {x * 7 + noise(20), y * 9 + noise(20), (x ^ y) * 5, x + y + noise(99)};
      for (int c = 0; c < s.channels; c++) pixels.push_back(static_cast<uint8_t>(v[c]));
    }
  }
  if (lossless) s.pixels.assign(pixels.begin(), pixels.end());
  const int pitch = width * s.channels;
  alpha ? WebPPictureImportRGBA(&picture, pixels.data(), pitch)
        : WebPPictureImportRGB(&picture, pixels.data(), pitch);
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  WebPEncode(&config, &picture);
  s.data.assign(writer.mem, writer.mem + writer.size);
  WebPMemoryWriterClear(&writer);
  WebPPictureFree(&picture);
  return s;
}

void put_chunk(Bytes& out, const char* name, const Bytes& body) {
  put(out, name);
  put(out, body.size(), 4);
  out.insert(out.end(), body.begin(), body.end());
  if (body.size() & 1) out.push_back(0);
}

Bytes riff(const Bytes& chunks) {
  Bytes r;
  put(r, "RIFF");
  put(r, chunks.size() + 4, 4);
  put(r, "WEBP");
  r.insert(r.end(), chunks.begin(), chunks.end());
  return r;
}

// The picture chunks of a simple or extended file.
Bytes webp_chunks(const Bytes& file) {
  const bool extended = std::memcmp(file.data() + 12, "VP8X", 4) == 0;
  return Bytes(file.begin() + (extended ? 30 : 12), file.end());
}

Bytes vp8x(int flags, int width, int height) {
  Bytes body;
  put(body, static_cast<uint64_t>(flags), 4);
  put(body, static_cast<uint64_t>(width - 1), 3);
  put(body, static_cast<uint64_t>(height - 1), 3);
  return body;
}

Bytes turned_webp(const Sample& s, int orientation) {
  Bytes chunks;
  put_chunk(chunks, "VP8X", vp8x(s.channels == 4 ? 0x18 : 0x08, s.width, s.height));
  const Bytes inner = webp_chunks(s.data);
  chunks.insert(chunks.end(), inner.begin(), inner.end());
  put_chunk(chunks, "EXIF", exif(orientation));
  return riff(chunks);
}

// An animation whose first frame is at (x, y) of its canvas, both even.
Bytes animated_webp(const Sample& s, int x, int y, int width, int height) {
  Bytes chunks, frame;
  put_chunk(chunks, "VP8X", vp8x(0x12, width, height));
  put_chunk(chunks, "ANIM", Bytes(6, 0));
  put(frame, static_cast<uint64_t>(x / 2), 3), put(frame, static_cast<uint64_t>(y / 2), 3);
  put(frame, static_cast<uint64_t>(s.width - 1), 3);
  put(frame, static_cast<uint64_t>(s.height - 1), 3);
  put(frame, 100, 3), put(frame, 0, 1);
  const Bytes inner = webp_chunks(s.data);
  frame.insert(frame.end(), inner.begin(), inner.end());
  put_chunk(chunks, "ANMF", frame);
  return riff(chunks);
}

std::vector<Sample> webp_samples() {
  std::vector<Sample> all;
  for (bool lossless : {false, true}) {
    for (bool alpha : {false, true}) {
      all.push_back(webp_sample(lossless, alpha, 61, 47));
      all.push_back(webp_sample(lossless, alpha, 1, 33));
    }
  }
  return all;
}

}  // namespace
