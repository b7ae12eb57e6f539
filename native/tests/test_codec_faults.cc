// PNG, WebP, BMP and PNM: damaged files give errors or pixels, never a crash; a region that decodes
// has the same pixels as the whole picture.
//
//   test_codec_faults [mutants]    damaged files for each decoder: HEADRACE_MUTANTS, or 2000
//
// With HEADRACE_TEST_DATA it also damages the files of its folder formats.
#include <limits>

#include "base/error.h"
#include "bmp_pnm_samples.h"
#include "png_webp_samples.h"

using hr::DType;
using hr::Shape;

namespace {

constexpr int64_t kMaxPixels = int64_t{1} << 20;  // bounds the time of damaged files

// Decodes into memory of exact size; false for an error.
bool decode(const Bytes& data, const Info& info, const Options& options, const Box& box,
            Bytes& out) {
  const Shape shape = hr::codecs::output_shape(info, options);
  const int64_t row = (box.x1 - box.x0) * shape[2] * hr::itemsize(options.dtype);
  out.assign(static_cast<size_t>((box.y1 - box.y0) * row), 0);
  try {
    hr::codecs::decode(data.data(), data.size(), info, options, &box, out.data(),
                       static_cast<ptrdiff_t>(row));
  } catch (const hr::Error& e) {
    CHECK(e.kind == hr::ErrorKind::decode && e.what()[0] != 0);
    return false;
  }
  return true;
}

bool decodes(const Bytes& data, const Options& options) {
  Info info;
  try {
    info = hr::codecs::peek(data.data(), data.size(), options);
  } catch (const hr::Error& e) {
    CHECK(e.kind == hr::ErrorKind::decode && e.what()[0] != 0);
    return false;
  }
  const Shape shape = hr::codecs::output_shape(info, options);
  const Box all{0, 0, shape[0], shape[1]}, box = random_box(shape[0], shape[1]);
  Bytes whole, part;
  const bool good = decode(data, info, options, all, whole);
  const bool some = decode(data, info, options, box, part);
  if (!good) return false;
  CHECK(some);
  const size_t pixel = static_cast<size_t>(shape[2] * hr::itemsize(options.dtype));
  const size_t row = static_cast<size_t>(box.x1 - box.x0) * pixel;
  for (int64_t y = box.y0; some && row > 0 && y < box.y1; y++) {
    const uint8_t* a = whole.data() + static_cast<size_t>(y * shape[1] + box.x0) * pixel;
    const uint8_t* b = part.data() + static_cast<size_t>(y - box.y0) * row;
    CHECK(std::memcmp(a, b, row) == 0);
  }
  return true;
}

void test_mutants(const char* name, const std::vector<Bytes>& small, const std::vector<Bytes>& real,
                  int mutants) {
  int decoded = 0;
  for (int i = 0; i < mutants; i++) {
    // Real files are large, so use them rarely.
    const Bytes& from = !real.empty() && draw(0, 49) == 0 ? any(real) : any(small);
    Bytes data = mutate(from, any(small), 120, 3);
    if (draw(0, 4)) repair_png(data);  // else damage would not get past the checksums
    // Repair the length in a RIFF header.
    if (draw(0, 4) && data.size() > 8 && data[0] == 'R') {
      for (int k = 0; k < 4; k++) {
        data[4 + static_cast<size_t>(k)] = static_cast<uint8_t>((data.size() - 8) >> 8 * k);
      }
    }
    const Options options{.color = static_cast<Color>(draw(0, 4)),
                          .adjust_orientation = draw(0, 1) != 0,
                          .max_pixels = kMaxPixels,
                          .dtype = draw(0, 2) ? DType::u8 : any<DType>({DType::u16, DType::f32})};
    decoded += decodes(data, options);
  }
  std::printf("%s: %d mutants, %d of them decoded\n", name, mutants, decoded);
  CHECK(mutants < 1000 || (decoded > mutants / 20 && decoded < mutants * 9 / 10));
}

// Sizes whose product overflows are refused like other sizes that the file is too short for.
void test_huge_bmp() {
  constexpr int kHuge = std::numeric_limits<int>::max();
  for (int bits : {24, 32}) {
    for (bool top_down : {false, true}) {
      const BmpSpec spec{.bits = bits, .top_down = top_down, .width = kHuge, .height = kHuge};
      const Options options{.max_pixels = std::numeric_limits<int64_t>::max()};
      CHECK(!decodes(bmp_file(spec, {}, Bytes(64)), options));
    }
  }
}

std::vector<Bytes> files(const std::vector<Sample>& samples) {
  std::vector<Bytes> all;
  for (const Sample& s : samples) all.push_back(s.data);
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const int mutants = mutants_of(argc, argv, 2000);
  std::vector<Bytes> png = files(png_samples()), webp = files(webp_samples());
  for (int turn = 1; turn <= 8; turn++) {
    png.push_back(turned_png(png_sample({2, 8}).data, turn));
    webp.push_back(turned_webp(webp_sample(turn % 2, turn % 3, 17, 15), turn));
  }
  webp.push_back(animated_webp(webp_sample(true, true, 20, 10), 4, 6, 30, 21));
  webp.push_back(animated_webp(webp_sample(false, false, 20, 10), 0, 0, 20, 10));
  test_huge_bmp();
  test_mutants("PNG", png, read_files("formats", ".png", 9), mutants);
  test_mutants("WebP", webp, read_files("formats", ".webp", 9), mutants);
  test_mutants("BMP", files(bmp_samples()), read_files("formats", ".bmp", 9), mutants);
  test_mutants("PNM", files(pnm_samples()), read_files("formats", ".pbm", 9), mutants);
  return report();
}
