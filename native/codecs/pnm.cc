// PNM decoder: PBM, PGM, PPM as text or bytes, and PAM; values up to 65535.
#include <algorithm>
#include <cstring>
#include <string_view>

#include "codecs/formats.h"

namespace hr::codecs {
namespace {

struct Header {
  int kind;                                              // the digit after P
  int64_t width = 0, height = 0, channels = 1, top = 1;  // top: maximum value (white)
  size_t pixels;                                         // offset of the pixel data
  bool text() const { return kind <= 3; }
  bool bitmap() const { return kind == 1 || kind == 4; }
};

bool is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Scans numbers, words and comments.
class Scanner {
 public:
  Scanner(const uint8_t* p, size_t n, size_t at) : p_(p), n_(n), at_(at) {}
  size_t at() const { return at_; }

  void skip() {
    while (at_ < n_ && (is_space(p_[at_]) || p_[at_] == '#')) {
      if (p_[at_] == '#') {
        while (at_ < n_ && p_[at_] != '\n' && p_[at_] != '\r') at_++;
      } else {
        at_++;
      }
    }
  }
  int64_t number() {
    skip();
    if (at_ == n_) fail_decode("truncated PNM: its data ends early");
    if (p_[at_] < '0' || p_[at_] > '9') fail_decode("corrupt PNM: a number was expected");
    int64_t v = 0;
    for (; at_ < n_ && p_[at_] >= '0' && p_[at_] <= '9'; at_++) {
      v = std::min<int64_t>(v * 10 + (p_[at_] - '0'), int64_t{1} << 40);
    }
    return v;
  }
  std::string_view word() {
    skip();
    const size_t from = at_;
    while (at_ < n_ && !is_space(p_[at_])) at_++;
    return {reinterpret_cast<const char*>(p_) + from, at_ - from};
  }
  int bit() {  // P1 bits may follow each other without white space
    skip();
    if (at_ == n_) fail_decode("truncated PNM: its data ends early");
    if (p_[at_] != '0' && p_[at_] != '1') fail_decode("corrupt PNM: a 0 or 1 was expected");
    return p_[at_++] - '0';
  }
  void one_space() {  // exactly one separates the header from the data
    if (at_ == n_ || !is_space(p_[at_])) fail_decode("corrupt PNM: its header does not end");
    at_++;
  }
  void line_end() {
    while (at_ < n_ && p_[at_] != '\n') at_++;
    at_ += at_ < n_;
  }

 private:
  const uint8_t* p_;
  size_t n_, at_;
};

void read_pam(Scanner& s, Header& h) {
  for (;;) {
    const std::string_view key = s.word();
    if (key == "ENDHDR") return s.line_end();
    if (key == "WIDTH") {
      h.width = s.number();
    } else if (key == "HEIGHT") {
      h.height = s.number();
    } else if (key == "DEPTH") {
      h.channels = s.number();
    } else if (key == "MAXVAL") {
      h.top = s.number();
    } else if (key == "TUPLTYPE") {
      s.line_end();
    } else {
      fail_decode("corrupt PNM: a PAM header with an unknown line");
    }
  }
}

Header read_header(const uint8_t* data, size_t size) {
  if (size < 3 || !(is_space(data[2]) || data[2] == '#')) {
    fail_decode("corrupt PNM: its header is damaged");
  }
  Scanner s(data, size, 2);
  Header h{data[1] - '0'};
  if (h.kind == 7) {
    read_pam(s, h);
  } else {
    h.width = s.number();
    h.height = s.number();
    if (!h.bitmap()) h.top = s.number();
    h.channels = h.kind == 3 || h.kind == 6 ? 3 : 1;
    if (!h.text()) s.one_space();
  }
  if (h.top < 1 || h.top > 65535) {
    fail_decode("corrupt PNM: " + std::to_string(h.top) + " as its largest value");
  }
  if (h.channels < 1 || h.channels > 4) {
    fail_decode("unsupported PNM: it has " + std::to_string(h.channels) + " channels");
  }
  h.pixels = s.at();
  return h;
}

int64_t row_bytes(const Header& h) {
  if (h.kind == 4) return (h.width + 7) / 8;
  return h.width * h.channels * (h.top > 255 ? 2 : 1);
}

// Scales [0, top] to the full range of T; larger values are white.
template <class T>
T stretched(int64_t v, int64_t top) {
  constexpr int64_t white = std::numeric_limits<T>::max();
  return static_cast<T>(top == white ? v : std::min(v, top) * white / top);
}

template <class T>
void read_text(Scanner& s, const Header& h, T* out) {
  for (int64_t i = 0; i < h.width * h.channels; i++) {
    if (h.bitmap()) {
      out[i] = s.bit() ? 0 : std::numeric_limits<T>::max();
      continue;
    }
    const int64_t v = s.number();
    if (v > h.top) fail_decode("corrupt PNM: a value is larger than the largest");
    out[i] = stretched<T>(v, h.top);
  }
}

template <class T>
void read_bytes(const uint8_t* row, const Header& h, T* out) {
  const int64_t n = h.width * h.channels;
  if (h.kind == 4) {
    for (int64_t i = 0; i < n; i++) out[i] = row[i / 8] >> (7 - i % 8) & 1 ? 0 : 255;
  } else if (sizeof(T) == 2) {
    for (int64_t i = 0; i < n; i++) out[i] = stretched<T>(row[2 * i] << 8 | row[2 * i + 1], h.top);
  } else if (h.top == 255) {
    std::memcpy(out, row, static_cast<size_t>(n));
  } else {
    for (int64_t i = 0; i < n; i++) out[i] = stretched<T>(row[i], h.top);
  }
}

template <class T>
void decode_rows(const uint8_t* data, size_t size, const Header& h, Painter& painter) {
  const Box region = painter.region();
  const int channels = static_cast<int>(h.channels);
  T* line = reinterpret_cast<T*>(
      row_memory(static_cast<size_t>(h.width * h.channels) * sizeof(T), kDecodeSlot));
  Scanner s(data, size, h.pixels);
  // Parses text to its end, so that damage gives the same error for any region.
  const int64_t first = h.text() ? 0 : region.y0, last = h.text() ? h.height : region.y1;
  for (int64_t y = first; y < last; y++) {
    if (h.text()) {
      read_text(s, h, line);
    } else {
      read_bytes(data + h.pixels + y * row_bytes(h), h, line);
    }
    painter.row(y, line, channels);
  }
}

}  // namespace

Info peek_pnm(const uint8_t* data, size_t size) {
  const Header h = read_header(data, size);
  Info info;
  info.format = Format::pnm;
  set_size(info, h.width, h.height);
  info.channels = static_cast<int>(h.channels);
  info.type = h.top > 255 ? DType::u16 : DType::u8;
  // Each value in text has at least one digit.
  const int64_t row = h.text() ? h.width * h.channels : row_bytes(h);
  if (static_cast<int64_t>(size - h.pixels) / row < h.height) {
    fail_decode("truncated PNM: its picture data ends early");
  }
  return info;
}

Stats decode_pnm(const uint8_t* data, size_t size, const Info& info, Painter& painter) {
  const Header h = read_header(data, size);
  if (info.type == DType::u16) {
    decode_rows<uint16_t>(data, size, h, painter);
  } else {
    decode_rows<uint8_t>(data, size, h, painter);
  }
  return {};
}

}  // namespace hr::codecs
