// JPEG header parser: walks the markers, without libjpeg.
#include <algorithm>
#include <cstring>
#include <string>

#include "base/error.h"
#include "codecs/jpeg.h"
#include "codecs/orientation.h"

namespace hr::jpeg {
namespace {

[[noreturn]] void fail(const std::string& reason) { throw Error(ErrorKind::decode, reason); }

constexpr int kSof0 = 0xC0, kSof2 = 0xC2, kSof9 = 0xC9, kSof10 = 0xCA, kSof15 = 0xCF;
constexpr int kDht = 0xC4, kJpg = 0xC8, kDac = 0xCC;  // among frame markers, but no frames
constexpr int kSoi = 0xD8, kEoi = 0xD9, kSos = 0xDA, kApp1 = 0xE1;
constexpr int kTem = 0x01, kRst0 = 0xD0, kRst7 = 0xD7;  // markers without a body

int u16(const uint8_t* p) { return p[0] << 8 | p[1]; }

// Orientation in the body of an APP1 segment, 0 if none.
int orientation_of(const uint8_t* p, size_t n) {
  if (n < 6 || std::memcmp(p, "Exif\0\0", 6) != 0) return 0;
  return codecs::exif_orientation(p + 6, n - 6);
}

bool is_frame(int marker) {
  return marker >= kSof0 && marker <= kSof15 && marker != kDht && marker != kJpg && marker != kDac;
}

// `p`, `n`: the body of a start-of-frame segment.
void read_frame(int marker, const uint8_t* p, size_t n, Info& info) {
  if (marker > kSof2 && marker != kSof9 && marker != kSof10) {
    fail("unsupported JPEG: it is lossless or hierarchical");
  }
  if (n < 6 || n != 6u + 3u * p[5]) fail("corrupt JPEG: its frame header has a wrong length");
  if (p[0] != 8) fail("unsupported JPEG: " + std::to_string(p[0]) + " bits per sample, not 8");
  info.height = u16(p + 1);
  info.width = u16(p + 3);
  info.components = p[5];
  info.progressive = marker == kSof2 || marker == kSof10;
  if (info.height == 0 || info.width == 0) fail("corrupt JPEG: its height or width is 0");
  if (info.components != 1 && info.components != 3 && info.components != 4) {
    fail("unsupported JPEG: it has " + std::to_string(info.components) + " components");
  }
  if (info.components == 1) return;  // sampling factors of a single component have no meaning
  const int first = p[7], second = p[10];
  const int h = second >> 4, v = second & 15;
  if (h == 0 || v == 0) fail("corrupt JPEG: a sampling factor is 0");
  info.sampling_h = std::max(1, (first >> 4) / h);
  info.sampling_v = std::max(1, (first & 15) / v);
}

}  // namespace

Info peek(const uint8_t* p, size_t n) {
  if (n == 0) fail("not a JPEG: it is empty");
  if (n < 2 || p[0] != 0xFF || p[1] != kSoi) fail("not a JPEG: it does not start with FF D8");
  Info info;
  bool oriented = false;
  for (size_t at = 2;;) {
    // Like libjpeg, skip garbage between segments.
    while (at + 1 < n && (p[at] != 0xFF || p[at + 1] == 0xFF || p[at + 1] == 0)) at++;
    const int marker = at + 1 < n ? p[at + 1] : kEoi;
    at += 2;
    if (marker == kSos || marker == kEoi) break;
    if (marker == kTem || (marker >= kRst0 && marker <= kRst7)) continue;
    const size_t length = at + 2 <= n ? static_cast<size_t>(u16(p + at)) : n;
    if (length > n - at) break;
    if (length < 2) fail("corrupt JPEG: a segment has a wrong length");
    const uint8_t* body = p + at + 2;
    if (is_frame(marker)) {
      if (info.components) fail("corrupt JPEG: it has two frame headers");
      read_frame(marker, body, length - 2, info);
    } else if (marker == kApp1 && !oriented) {
      const int found = orientation_of(body, length - 2);
      oriented = found != 0;
      if (oriented) info.orientation = found;
    }
    at += length;
  }
  if (!info.components) fail("truncated JPEG: there is no frame header");
  return info;
}

Shape output_shape(const Info& info, const Options& options) {
  const bool swap = options.adjust_orientation && info.orientation >= 5;
  const bool gray =
      options.color == Color::gray || (options.color == Color::any && info.components == 1);
  const int64_t width = options.reduced(info.width), height = options.reduced(info.height);
  return {swap ? width : height, swap ? height : width, gray ? 1 : 3};
}

}  // namespace hr::jpeg
