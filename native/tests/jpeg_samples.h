// Shared by the JPEG tests: an encoder of unusual files, a plain decoder as reference.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

// jpeglib.h needs the headers above.
#include <jpeglib.h>

#include "base/error.h"
#include "codecs/jpeg.h"
#include "samples.h"

namespace {  // unnamed: each test is one program of one file

using hr::jpeg::Color;
using hr::jpeg::Decoder;
using hr::jpeg::Info;
using hr::jpeg::Options;
using hr::jpeg::peek;
// ---- a plain encoder and reference decoder -----------------------------------------------------

struct Spec {
  int width = 61, height = 47;
  J_COLOR_SPACE input = JCS_RGB, stored = JCS_YCbCr;
  int h = 1, v = 1;  // sampling factors of the first component (and of K); the others have 1
  bool progressive = false, partial = false, split_scans = false, arithmetic = false;
  bool adobe = false;
  int restart = 0;
};

int count(J_COLOR_SPACE s) { return s == JCS_GRAYSCALE ? 1 : s == JCS_CMYK ? 4 : 3; }

Bytes encode(const Spec& spec) {
  jpeg_compress_struct c;
  jpeg_error_mgr errors;
  c.err = jpeg_std_error(&errors);
  jpeg_create_compress(&c);
  unsigned char* data = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&c, &data, &size);
  const int n = count(spec.input);
  c.image_width = static_cast<JDIMENSION>(spec.width);
  c.image_height = static_cast<JDIMENSION>(spec.height);
  c.input_components = n;
  c.in_color_space = spec.input;
  jpeg_set_defaults(&c);
  jpeg_set_colorspace(&c, spec.stored);
  jpeg_set_quality(&c, 85, TRUE);
  for (int i = 0; i < n; i++) c.comp_info[i].h_samp_factor = c.comp_info[i].v_samp_factor = 1;
  for (int i = 0; i < n; i += 3) {
    c.comp_info[i].h_samp_factor = spec.h;
    c.comp_info[i].v_samp_factor = spec.v;
  }
  c.write_Adobe_marker = spec.adobe;
  c.arith_code = spec.arithmetic;
  c.restart_interval = static_cast<unsigned>(spec.restart);
  if (spec.progressive) jpeg_simple_progression(&c);
  jpeg_scan_info scans[4] = {};
  if (spec.split_scans) {
    for (int i = 0; i < n; i++) scans[i] = {1, {i, 0, 0, 0}, 0, 63, 0, 0};
    c.scan_info = scans;
    c.num_scans = n;
  }
  if (spec.partial) {  // progressive without its last scans: libjpeg smooths blocks
    scans[0] = {n, {0, 1, 2, 3}, 0, 0, 0, 1};
    scans[1] = {1, {0, 0, 0, 0}, 1, 5, 0, 2};
    c.scan_info = scans;
    c.num_scans = 2;
  }
  jpeg_start_compress(&c, TRUE);
  Bytes row(static_cast<size_t>(spec.width) * n);
  for (int y = 0; y < spec.height; y++) {
    for (size_t i = 0; i < row.size(); i++) {
      const double x = static_cast<double>(i / n), k = static_cast<double>(i % n);
      const double wave = 90 * std::sin(x * 0.21 * (k + 1) + y * 0.13 * (4 - k));
      row[i] = static_cast<uint8_t>(128 + wave + static_cast<double>(draw(-30, 30)));
    }
    JSAMPROW at = row.data();
    jpeg_write_scanlines(&c, &at, 1);
  }
  jpeg_finish_compress(&c);
  jpeg_destroy_compress(&c);
  Bytes result(data, data + size);
  std::free(data);
  return result;
}

struct Image {
  int64_t height = 0, width = 0, channels = 0;
  Bytes pixels;
  const uint8_t* at(int64_t y, int64_t x) const {
    return pixels.data() + (y * width + x) * channels;
  }
};

// Decodes the whole image with the simplest use of libjpeg, computing colours pixel by pixel.
Image reference(const Bytes& data, const Options& options) {
  jpeg_decompress_struct c;
  jpeg_error_mgr errors;
  c.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&c);
  jpeg_mem_src(&c, data.data(), data.size());
  jpeg_read_header(&c, TRUE);
  const bool cmyk = c.num_components == 4;
  const bool gray =
      options.color == Color::gray || (options.color == Color::any && c.num_components == 1);
  c.out_color_space = cmyk ? JCS_CMYK : gray ? JCS_GRAYSCALE : JCS_RGB;
  c.dct_method = options.fast_idct ? JDCT_IFAST : JDCT_ISLOW;
  c.do_fancy_upsampling = options.fancy_upsampling;
  jpeg_start_decompress(&c);
  Image image{c.output_height, c.output_width, gray ? 1 : 3, {}};
  Bytes row(static_cast<size_t>(c.output_width) * c.output_components);
  while (c.output_scanline < c.output_height) {
    JSAMPROW at = row.data();
    jpeg_read_scanlines(&c, &at, 1);
    for (size_t i = 0; i < row.size(); i += c.output_components) {
      int p[3] = {row[i], gray && !cmyk ? 0 : row[i + 1], gray && !cmyk ? 0 : row[i + 2]};
      if (cmyk) {
        const bool adobe = c.saw_Adobe_marker;
        for (int& v : p) v = (adobe ? v : 255 - v) * (adobe ? row[i + 3] : 255 - row[i + 3]) / 255;
        const float r = p[0], g = p[1], b = p[2];
        if (gray) p[0] = static_cast<int>(0.299f * r + 0.587f * g + 0.114f * b);
      }
      if (options.color == Color::ycbcr) {
        const double r = p[0], g = p[1], b = p[2];
        p[0] = static_cast<int>(std::lround((65.481 * r + 128.553 * g + 24.966 * b) / 255 + 16));
        p[1] =
            static_cast<int>(std::lround((-37.796842 * r - 74.203160 * g + 112. * b) / 255 + 128));
        p[2] =
            static_cast<int>(std::lround((112. * r - 93.786020 * g - 18.213980 * b) / 255 + 128));
      }
      if (options.color == Color::bgr) std::swap(p[0], p[2]);
      for (int k = 0; k < image.channels; k++) image.pixels.push_back(static_cast<uint8_t>(p[k]));
    }
  }
  jpeg_destroy_decompress(&c);
  return image;
}

Bytes with_exif(const Bytes& jpeg, int orientation, bool little) {
  Bytes tiff = {'E', 'x', 'i', 'f', 0, 0};
  auto put = [&](uint32_t v, int bytes) {
    for (int i = 0; i < bytes; i++) {
      tiff.push_back(static_cast<uint8_t>(v >> 8 * (little ? i : bytes - 1 - i)));
    }
  };
  tiff.insert(tiff.end(), 2, little ? 'I' : 'M');
  put(42, 2), put(8, 4), put(2, 2);
  put(0x010F, 2), put(2, 2), put(1, 4), put(0, 4);
  put(0x0112, 2), put(3, 2), put(1, 4), put(static_cast<uint32_t>(orientation), 2), put(0, 2);
  Bytes out = {0xFF, 0xD8, 0xFF, 0xE1, 0, static_cast<uint8_t>(tiff.size() + 2)};
  out.insert(out.end(), tiff.begin(), tiff.end());
  out.insert(out.end(), jpeg.begin() + 2, jpeg.end());
  return out;
}

// ---- comparing ---------------------------------------------------------------------------------

Decoder decoder;  // shared by all tests: state left by a failed decode must not matter

// Decodes into memory with guard bytes around each row; true if pixels match and guards are intact.
bool same(const Bytes& data, const Options& options, const Box* box, const Image& expected) {
  const Box b = box ? *box : Box{0, 0, expected.height, expected.width};
  const int64_t height = b.y1 - b.y0, row = (b.x1 - b.x0) * expected.channels;
  const int64_t guard = draw(0, 9), pitch = row + guard;
  Bytes out(static_cast<size_t>(guard + height * pitch), 0xA5);
  decoder.decode(data.data(), data.size(), peek(data.data(), data.size()), options, box,
                 out.data() + guard, pitch);
  const int tolerance = options.color == Color::ycbcr ? 1 : 0;  // the reference is in double
  for (int64_t y = 0; y < height; y++) {
    const uint8_t *got = out.data() + guard + y * pitch, *want = expected.at(b.y0 + y, b.x0);
    for (int64_t i = 0; i < row; i++) {
      if (std::abs(got[i] - want[i]) > tolerance) return false;
    }
  }
  for (int64_t y = 0; y <= height; y++) {
    for (int64_t i = 0; i < guard; i++) {
      if (out[static_cast<size_t>(y * pitch + i)] != 0xA5) return false;
    }
  }
  return true;
}

std::vector<Spec> all_specs() {
  const int factors[][2] = {{1, 1}, {2, 1}, {2, 2}, {1, 2}, {4, 1}, {4, 2}, {1, 4}, {3, 1}, {2, 4}};
  std::vector<Spec> specs;
  for (const auto& f : factors) {
    for (int kind = 0; kind < 6; kind++) {
      Spec s;
      s.h = f[0], s.v = f[1];
      s.progressive = kind == 1, s.split_scans = kind == 2, s.arithmetic = kind == 3;
      s.restart = kind == 4 ? 2 : 0, s.partial = kind == 5;
      specs.push_back(s);
      specs.push_back(s);
      specs.back().width = static_cast<int>(draw(1, 150));
      specs.back().height = static_cast<int>(draw(1, 150));
    }
  }
  for (bool progressive : {false, true}) {
    for (int f : {1, 2}) {
      Spec s;
      s.progressive = progressive;
      s.h = s.v = f;
      s.input = s.stored = JCS_GRAYSCALE;
      specs.push_back(s);
      s.adobe = true;
      s.input = JCS_CMYK, s.stored = JCS_YCCK;
      specs.push_back(s);
      s.stored = JCS_CMYK, s.adobe = f == 1;
      specs.push_back(s);
      s.input = s.stored = JCS_RGB;
      specs.push_back(s);
    }
  }
  return specs;
}

}  // namespace
