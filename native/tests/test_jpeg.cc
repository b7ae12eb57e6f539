// JPEG: pixels of whole images, regions, colours and orientations against a plain decode.
//
// With HEADRACE_TEST_DATA it also decodes the photos of that folder.
#include <algorithm>

#include "gpu/plain_picture.h"
#include "jpeg_samples.h"

namespace {

// The picture used to try GPU decoders.
void test_plain_picture() {
  const Bytes data = hr::gpu::plain_picture();
  const Options options{.color = Color::gray};
  const Image image = reference(data, options);
  CHECK(image.height == hr::gpu::kPlainSize && image.width == hr::gpu::kPlainSize);
  CHECK(image.channels == 1);
  CHECK(std::all_of(image.pixels.begin(), image.pixels.end(), [](int v) { return v == 128; }));
  CHECK(same(data, options, nullptr, image));
}

void test_regions() {
  const Color colors[] = {Color::rgb,  Color::rgb,   Color::bgr,
                          Color::gray, Color::ycbcr, Color::any};
  for (const Spec& spec : all_specs()) {
    const Bytes data = encode(spec);
    for (int variant = 0; variant < 6; variant++) {
      Options options;
      options.color = colors[variant];
      options.fancy_upsampling = variant == 0 || draw(0, 1);
      options.fast_idct = variant != 0 && draw(0, 1);
      const Image whole = reference(data, options);
      CHECK(same(data, options, nullptr, whole));
      for (int i = 0; i < 12; i++) {
        const Box box = random_box(whole.height, whole.width);
        CHECK(same(data, options, &box, whole));
      }
    }
  }
}

// Merged upsampling after an image without it: libjpeg must not use memory freed in between.
void test_changing_upsampling() {
  const Bytes data = encode({.width = 120, .height = 90, .h = 2, .v = 2, .split_scans = true});
  const Options fancy, merged{.fancy_upsampling = false};
  const Image smooth = reference(data, fancy), plain = reference(data, merged);
  for (int i = 0; i < 500; i++) {
    const Box box = random_box(90, 120);
    CHECK(same(data, i % 2 ? merged : fancy, &box, i % 2 ? plain : smooth));
  }
}

Image turned(const Image& in, int orientation) {
  Image out = in;
  if (orientation >= 5) std::swap(out.height, out.width);
  for (int64_t y = 0; y < out.height; y++) {
    for (int64_t x = 0; x < out.width; x++) {
      const int64_t h = in.height - 1, w = in.width - 1;
      const int64_t from[8][2] = {{y, x}, {y, w - x}, {h - y, w - x}, {h - y, x},
                                  {x, y}, {h - x, y}, {h - x, w - y}, {x, w - y}};
      const int64_t* p = from[orientation - 1];
      std::memcpy(const_cast<uint8_t*>(out.at(y, x)), in.at(p[0], p[1]), in.channels);
    }
  }
  return out;
}

void test_orientation() {
  const Bytes plain = encode({.h = 2, .v = 2});
  const Image stored = reference(plain, {});
  for (int orientation = 1; orientation <= 8; orientation++) {
    for (Color color : {Color::rgb, Color::gray}) {
      const Options options{.color = color};
      const Bytes data = with_exif(plain, orientation, draw(0, 1));
      CHECK(peek(data.data(), data.size()).orientation == orientation);
      const Image whole = turned(reference(plain, options), orientation);
      const auto shape = output_shape(peek(data.data(), data.size()), options);
      CHECK(shape.height == whole.height && shape.width == whole.width);
      CHECK(same(data, options, nullptr, whole));
      for (int i = 0; i < 100; i++) {
        const Box box = random_box(whole.height, whole.width);
        CHECK(same(data, options, &box, whole));
      }
    }
    CHECK(
        same(with_exif(plain, orientation, true), {.adjust_orientation = false}, nullptr, stored));
  }
  // A single row of CMYK: the pixel stride in the file may equal that in the output.
  const Bytes line = encode({.width = 9, .height = 1, .input = JCS_CMYK, .stored = JCS_CMYK});
  const Image upright = turned(reference(line, {}), 6);
  for (int i = 0; i < 50; i++) CHECK(same(with_exif(line, 6, true), {}, nullptr, upright));
  for (int nonsense : {0, 9, 255}) {
    CHECK(same(with_exif(plain, nonsense, true), {}, nullptr, stored));
  }
}

void test_peek() {
  Bytes data = encode({.width = 1003, .height = 7, .h = 2, .v = 1, .progressive = true});
  Info info = peek(data.data(), data.size());
  CHECK(info.width == 1003 && info.height == 7 && info.components == 3 && info.orientation == 1);
  CHECK(info.progressive && info.sampling_h == 2 && info.sampling_v == 1);
  data = encode({.input = JCS_GRAYSCALE, .stored = JCS_GRAYSCALE, .h = 2, .v = 2});
  info = peek(data.data(), data.size());
  CHECK(info.components == 1 && !info.progressive && info.sampling_h == 1);
  const Image expected = reference(data, {});
  data.insert(data.begin() + 2, {0x12, 0xFF, 0x00, 0xFF, 0xFF});  // garbage: libjpeg skips it too
  CHECK(same(data, {}, nullptr, expected));
}

void test_photos(const std::vector<Bytes>& photos) {
  for (const Bytes& data : photos) {
    const Image whole = reference(data, {});
    CHECK(same(data, {}, nullptr, whole));
    for (int i = 0; i < 5; i++) {
      const Box box = random_box(whole.height, whole.width);
      CHECK(same(data, {}, &box, whole));
    }
  }
}

}  // namespace

int main() {
  test_peek();
  test_plain_picture();
  test_regions();
  test_changing_upsampling();
  test_orientation();
  test_photos(read_files("photos", ".jpg", 20));
  return report();
}
