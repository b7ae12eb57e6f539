// Small BMP and PNM files of every kind.
#pragma once
#include "picture_samples.h"

namespace {

// ---- BMP ---------------------------------------------------------------------------------------

struct BmpSpec {
  int bits;
  int compression = 0;
  std::vector<uint32_t> masks = {};
  bool top_down = false, core = false, gray = false;
  int width = 21, height = 11;
};

Bytes bmp_file(const BmpSpec& spec, const Bytes& palette, const Bytes& pixels) {
  Bytes info, out;
  if (spec.core) {
    put(info, 12, 4), put(info, static_cast<uint64_t>(spec.width), 2);
    put(info, static_cast<uint64_t>(spec.height), 2), put(info, 1, 2);
    put(info, static_cast<uint64_t>(spec.bits), 2);
  } else {
    const bool v4 = spec.masks.size() == 4;
    put(info, v4 ? 108 : 40, 4), put(info, static_cast<uint64_t>(spec.width), 4);
    put(info, static_cast<uint64_t>(spec.top_down ? -spec.height : spec.height), 4);
    put(info, 1, 2), put(info, static_cast<uint64_t>(spec.bits), 2);
    put(info, static_cast<uint64_t>(spec.compression), 4);
    put(info, pixels.size(), 4), put(info, 0, 8), put(info, 0, 8);
    for (uint32_t m : spec.masks) put(info, m, 4);
    if (v4) info.resize(108);
  }
  const size_t start = 14 + info.size() + palette.size();
  put(out, "BM");
  put(out, start + pixels.size(), 4), put(out, 0, 4), put(out, start, 4);
  for (const Bytes& part : {info, palette, pixels}) out.insert(out.end(), part.begin(), part.end());
  return out;
}

Bytes bmp_palette(const BmpSpec& spec) {
  Bytes palette;
  for (int i = 0; i < 1 << spec.bits; i++) {
    const auto v = static_cast<uint8_t>(noise(255));
    for (int c = 0; c < 3; c++) {
      palette.push_back(spec.gray ? v : static_cast<uint8_t>(noise(255)));
    }
    if (!spec.core) palette.push_back(0);
  }
  return palette;
}

void add_color(const BmpSpec& spec, const Bytes& palette, uint32_t index, Sample& s) {
  const uint8_t* c = palette.data() + index * (spec.core ? 3 : 4);
  if (spec.gray) return s.pixels.push_back(c[0]);
  for (int k = 2; k >= 0; k--) s.pixels.push_back(c[k]);
}

uint16_t field(uint32_t v, uint32_t mask) {
  const int shift = __builtin_ctz(mask);
  const double top = mask >> shift;
  return static_cast<uint16_t>(((v & mask) >> shift) * 255. / top + 0.5);
}

Sample bmp_sample(const BmpSpec& spec) {
  Sample s{{}, spec.width, spec.height, 3, {}};
  Bytes palette;
  if (spec.bits <= 8) palette = bmp_palette(spec);
  if (spec.gray) s.channels = 1;
  if (spec.masks.size() == 4) s.channels = 4;
  std::vector<Bytes> rows;
  for (int y = 0; y < spec.height; y++) {
    Bytes row;
    uint32_t packed = 0;
    int used = 0;
    for (int x = 0; x < spec.width; x++) {
      uint32_t v = static_cast<uint32_t>(draw(0, (int64_t{1} << spec.bits) - 1));
      if (spec.bits <= 8) {
        packed = packed << spec.bits | v;
        used += spec.bits;
        if (used == 8) put(row, packed & 255, 1), packed = 0, used = 0;
        add_color(spec, palette, v, s);
        continue;
      }
      put(row, v, spec.bits / 8);
      std::vector<uint32_t> masks = spec.masks;
      if (masks.empty() && spec.bits == 16) masks = {0x7C00, 0x3E0, 0x1F};
      if (masks.empty()) masks = {0xFF0000, 0xFF00, 0xFF};
      for (uint32_t m : masks) s.pixels.push_back(field(v, m));
    }
    if (used) put(row, packed << (8 - used) & 255, 1);
    while (row.size() % 4) row.push_back(0);
    rows.push_back(row);
  }
  if (!spec.top_down) std::reverse(rows.begin(), rows.end());
  Bytes pixels;
  for (const Bytes& row : rows) pixels.insert(pixels.end(), row.begin(), row.end());
  s.data = bmp_file(spec, palette, pixels);
  return s;
}

// Run-length encoded: runs, literal pixels, a row that ends early.
Sample rle_sample(int bits) {
  const BmpSpec spec{bits, bits == 8 ? 1 : 2};
  Sample s{{}, spec.width, spec.height, 3, {}};
  const Bytes palette = bmp_palette(spec);
  std::vector<std::vector<uint32_t>> rows;
  Bytes out;
  const int top = (1 << bits) - 1;
  for (int y = 0; y < spec.height; y++) {
    std::vector<uint32_t> row(static_cast<size_t>(spec.width), 0);
    int x = 0;
    while (x < spec.width - 8 && !(y == 4 && x > 6)) {
      const int n = static_cast<int>(draw(3, 6));
      if (draw(0, 1)) {
        const uint32_t a = noise(top), b = bits == 4 ? noise(top) : a;
        put(out, static_cast<uint64_t>(n), 1), put(out, bits == 4 ? a << 4 | b : a, 1);
        for (int i = 0; i < n; i++) row[static_cast<size_t>(x++)] = i & 1 ? b : a;
      } else {
        put(out, 0, 1), put(out, static_cast<uint64_t>(n), 1);
        Bytes piece;
        for (int i = 0; i < n; i++) {
          const uint32_t v = noise(top);
          row[static_cast<size_t>(x++)] = v;
          if (bits == 8 || i % 2 == 0) {
            piece.push_back(static_cast<uint8_t>(bits == 8 ? v : v << 4));
          } else {
            piece.back() |= static_cast<uint8_t>(v);
          }
        }
        if (piece.size() & 1) piece.push_back(0);
        out.insert(out.end(), piece.begin(), piece.end());
      }
    }
    put(out, 0, 2);
    rows.push_back(row);
  }
  put(out, 0x0100, 2);
  std::reverse(rows.begin(), rows.end());
  for (const auto& row : rows) {
    for (uint32_t v : row) add_color(spec, palette, v, s);
  }
  s.data = bmp_file(spec, palette, out);
  return s;
}

std::vector<Sample> bmp_samples() {
  std::vector<Sample> all;
  for (int bits : {1, 4, 8, 16, 24, 32}) {
    for (bool top_down : {false, true}) all.push_back(bmp_sample({bits, 0, {}, top_down}));
    if (bits <= 8) all.push_back(bmp_sample({bits, 0, {}, false, false, true}));
    if (bits <= 8 || bits == 24) all.push_back(bmp_sample({bits, 0, {}, false, true}));
  }
  all.push_back(bmp_sample({16, 3, {0xF800, 0x7E0, 0x1F}}));
  all.push_back(bmp_sample({16, 3, {0x7C00, 0x3E0, 0x1F, 0x8000}}));
  all.push_back(bmp_sample({32, 3, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}}));
  all.push_back(bmp_sample({32, 3, {0x3FF00000, 0xFFC00, 0x3FF}}));
  all.push_back(rle_sample(4));
  all.push_back(rle_sample(8));
  return all;
}

// ---- PNM ---------------------------------------------------------------------------------------

Sample pnm_sample(int kind, int top, int width = 13, int height = 9) {
  const int channels = kind == 7 ? 4 : kind == 3 || kind == 6 ? 3 : 1;
  Sample s{{}, width, height, channels, {}};
  const bool bitmap = kind == 1 || kind == 4, deep = top > 255;
  std::string head = "P" + std::to_string(kind) + "\n# a comment\n" + std::to_string(width) + " " +
                     std::to_string(height) + "\n" + (bitmap ? "" : std::to_string(top) + "\n");
  if (kind == 7) {
    head = "P7\nWIDTH " + std::to_string(width) + "\nHEIGHT " + std::to_string(height) +
           "\nDEPTH 4\nMAXVAL " + std::to_string(top) + "\nTUPLTYPE RGB_ALPHA\nENDHDR\n";
  }
  put(s.data, head.c_str());
  const int white = deep ? 65535 : 255;
  for (int y = 0; y < height; y++) {
    int packed = 0;
    for (int i = 0; i < width * channels; i++) {
      const int v = noise(bitmap ? 1 : top);
      s.pixels.push_back(static_cast<uint16_t>(bitmap ? (v ? 0 : 255) : int64_t{v} * white / top));
      if (kind <= 3) {
        put(s.data, (std::to_string(v) + (i % 7 ? " " : "\n")).c_str());
      } else if (kind == 4) {
        packed |= v << (7 - i % 8);
        if (i % 8 == 7 || i == width - 1) put(s.data, static_cast<uint64_t>(packed), 1), packed = 0;
      } else {
        put(s.data, static_cast<uint64_t>(v), deep ? 2 : 1, false);
      }
    }
  }
  return s;
}

std::vector<Sample> pnm_samples() {
  std::vector<Sample> all{pnm_sample(1, 1), pnm_sample(4, 1)};
  for (int kind : {2, 3, 5, 6, 7}) {
    for (int top : {1, 100, 255, 1000, 65535}) all.push_back(pnm_sample(kind, top));
  }
  return all;
}

}  // namespace
