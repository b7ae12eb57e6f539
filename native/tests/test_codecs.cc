// PNG, WebP, BMP and PNM: pixels, regions, colours, types, orientation.
#include <cmath>

#include "base/error.h"
#include "bmp_pnm_samples.h"
#include "png_webp_samples.h"

using hr::DType;
using hr::Shape;

namespace {

Info peek(const Bytes& data, const Options& options = {}) {
  return hr::codecs::peek(data.data(), data.size(), options);
}

struct Decoded {
  Shape shape;
  Bytes bytes;
  double at(DType type, int64_t i) const {
    return hr::dispatch(type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      return static_cast<double>(reinterpret_cast<const T*>(bytes.data())[i]);
    });
  }
};

// Decodes into memory of exact size.
Decoded decode(const Bytes& data, const Options& options, const Box* box = nullptr) {
  const Info info = peek(data, options);
  Decoded d{hr::codecs::output_shape(info, options), {}};
  if (box) d.shape[0] = box->y1 - box->y0, d.shape[1] = box->x1 - box->x0;
  const int64_t row = d.shape[1] * d.shape[2] * hr::itemsize(options.dtype);
  d.bytes.resize(static_cast<size_t>(d.shape[0] * row));
  hr::codecs::decode(data.data(), data.size(), info, options, box, d.bytes.data(),
                     static_cast<ptrdiff_t>(row));
  return d;
}

Bytes cut(const Decoded& whole, const Box& box, size_t pixel) {
  Bytes part;
  for (int64_t y = box.y0; y < box.y1; y++) {
    const auto row =
        whole.bytes.begin() + (y * whole.shape[1] + box.x0) * static_cast<int64_t>(pixel);
    part.insert(part.end(), row, row + (box.x1 - box.x0) * static_cast<int64_t>(pixel));
  }
  return part;
}

const DType kTypes[] = {DType::u8,  DType::u16, DType::i16, DType::i8,  DType::i32, DType::u32,
                        DType::i64, DType::u64, DType::f16, DType::f32, DType::f64, DType::bf16};

void test_pixels(const std::vector<Sample>& samples) {
  for (const Sample& s : samples) {
    const Info info = peek(s.data);
    CHECK(info.width == s.width && info.height == s.height && info.channels == s.channels);
    if (s.pixels.empty()) continue;
    for (DType type : {DType::u8, DType::u16, DType::f64}) {
      const Decoded d = decode(s.data, {.color = Color::any, .dtype = type});
      const double from = info.type == DType::u16 ? 65535 : 255;
      const double to = type == DType::f64 ? 1 : type == DType::u16 ? 65535 : 255;
      bool equal = d.shape.volume() == static_cast<int64_t>(s.pixels.size());
      for (int64_t i = 0; equal && i < d.shape.volume(); i++) {
        const double want = s.pixels[static_cast<size_t>(i)] * to / from;
        equal = std::fabs(d.at(type, i) - want) <= (to == 1 ? 1e-7 : 0.5);
      }
      CHECK(equal);
    }
  }
}

void test_regions(const std::vector<Sample>& samples, int boxes) {
  for (const Sample& s : samples) {
    for (int i = 0; i < boxes; i++) {
      Options o{.color = static_cast<Color>(draw(0, 4)), .dtype = kTypes[draw(0, 11)]};
      const Decoded whole = decode(s.data, o);
      const Box box = random_box(whole.shape[0], whole.shape[1]);
      const size_t pixel =
          static_cast<size_t>(whole.shape[2]) * static_cast<size_t>(hr::itemsize(o.dtype));
      CHECK(decode(s.data, o, &box).bytes == cut(whole, box, pixel));
    }
  }
}

void test_colors(const std::vector<Sample>& samples) {
  for (const Sample& s : samples) {
    const Bytes rgb = decode(s.data, {}).bytes, bgr = decode(s.data, {.color = Color::bgr}).bytes;
    const Bytes gray = decode(s.data, {.color = Color::gray}).bytes;
    const Bytes ycc = decode(s.data, {.color = Color::ycbcr}).bytes;
    for (size_t i = 0; i < gray.size(); i++) {
      const double r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
      CHECK(bgr[3 * i] == rgb[3 * i + 2] && bgr[3 * i + 2] == rgb[3 * i]);
      CHECK(std::fabs(gray[i] - (0.299 * r + 0.587 * g + 0.114 * b)) <= 1.5);
      CHECK(std::fabs(ycc[3 * i] - (16 + (65.481 * r + 128.553 * g + 24.966 * b) / 255)) <= 1.5);
    }
  }
}

// Stored position of the output pixel (y, x).
std::pair<int64_t, int64_t> stored_at(int turn, int64_t y, int64_t x, int64_t h, int64_t w) {
  if (turn >= 5) std::swap(y, x);
  if (turn == 2 || turn == 3 || turn == 7 || turn == 8) x = w - 1 - x;
  if (turn == 3 || turn == 4 || turn == 6 || turn == 7) y = h - 1 - y;
  return {y, x};
}

void test_orientation() {
  const Sample png = png_sample({6, 16}), webp = webp_sample(true, false, 23, 19);
  for (int turn = 1; turn <= 8; turn++) {
    for (const auto& [data, s] :
         {std::pair{turned_png(png.data, turn), png}, std::pair{turned_webp(webp, turn), webp}}) {
      const Options any{.color = Color::any, .dtype = DType::u16};
      Options flat = any;
      flat.adjust_orientation = false;
      const Decoded stored = decode(data, flat), turned = decode(data, any);
      CHECK(turned.shape[0] == (turn >= 5 ? s.width : s.height));
      const size_t pixel = static_cast<size_t>(s.channels) * 2;
      bool equal = true;
      for (int64_t y = 0; y < turned.shape[0]; y++) {
        for (int64_t x = 0; x < turned.shape[1]; x++) {
          const auto [sy, sx] = stored_at(turn, y, x, s.height, s.width);
          equal &= std::memcmp(turned.bytes.data() + (y * turned.shape[1] + x) * pixel,
                               stored.bytes.data() + (sy * s.width + sx) * pixel, pixel) == 0;
        }
      }
      CHECK(equal);
      for (int i = 0; i < 20; i++) {
        const Box box = random_box(turned.shape[0], turned.shape[1]);
        CHECK(decode(data, any, &box).bytes == cut(turned, box, pixel));
      }
    }
  }
}

void test_animation() {
  const Sample s = webp_sample(true, false, 20, 10);
  const Bytes data = animated_webp(s, 4, 6, 30, 21);
  const Decoded whole = decode(data, {.color = Color::any});
  CHECK((whole.shape == Shape{21, 30, 4}));
  for (int y = 0; y < 21; y++) {
    for (int x = 0; x < 30; x++) {
      const bool inside = x >= 4 && x < 24 && y >= 6 && y < 16;
      const uint8_t* p = whole.bytes.data() + (y * 30 + x) * 4;
      const size_t at = static_cast<size_t>(((y - 6) * 20 + x - 4) * 3);
      CHECK(p[0] == (inside ? s.pixels[at] : 0) && p[3] == (inside ? 255 : 0));
    }
  }
  for (int i = 0; i < 50; i++) {
    const Box box = random_box(21, 30);
    CHECK(decode(data, {.color = Color::any}, &box).bytes == cut(whole, box, 4));
  }
}

// Message of the decoding error, "" if none.
std::string fault(const Bytes& data, const Options& options = {}) {
  try {
    decode(data, options);
  } catch (const hr::Error& e) {
    return e.what();
  }
  return "";
}

bool starts(const std::string& text, const char* with) { return text.rfind(with, 0) == 0; }

void test_faults(const std::vector<Sample>& samples, const char* name) {
  const Sample& s = samples[0];
  const std::string limit = fault(s.data, {.max_pixels = s.width * s.height - 1});
  CHECK(starts(limit, (std::string("too large a ") + name).c_str()));
  CHECK(fault(s.data, {.max_pixels = s.width * s.height}).empty());
  for (const Sample& sample : samples) {
    for (size_t n = 0; n + 8 < sample.data.size(); n++) {  // text may end within a number
      const Bytes part(sample.data.begin(), sample.data.begin() + static_cast<ptrdiff_t>(n));
      CHECK(!fault(part).empty());
    }
  }
  const Box outside{0, 0, 1, s.width + 1};
  try {
    decode(s.data, {}, &outside);
    CHECK(!"an error was expected");
  } catch (const hr::Error& e) {
    CHECK(e.kind == hr::ErrorKind::value);
  }
}

void test_messages() {
  CHECK(starts(fault({}), "no data"));
  CHECK(starts(fault({1, 2, 3, 4}), "not an image"));
  Bytes gif;
  put(gif, "GIF89a");
  CHECK(fault(gif) == "no decoder for GIF");
  Bytes png = png_sample({2, 8}).data;
  png[png.size() - 30] ^= 1;
  CHECK(starts(fault(png), "corrupt PNG: the checksum of IDAT"));
  const std::string header = "P6 2000000000 2000000000 255\n";
  CHECK(!fault(Bytes(header.begin(), header.end())).empty());
}

}  // namespace

int main() {
  const std::vector<Sample> sets[] = {png_samples(), webp_samples(), bmp_samples(), pnm_samples()};
  const char* names[] = {"PNG", "WebP", "BMP", "PNM"};
  for (int i = 0; i < 4; i++) {
    test_pixels(sets[i]);
    test_regions(sets[i], 60);
    test_colors(sets[i]);
    test_faults(sets[i], names[i]);
  }
  test_orientation();
  test_animation();
  test_messages();
  return report();
}
