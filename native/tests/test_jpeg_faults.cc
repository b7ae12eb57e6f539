// JPEG: truncated, corrupt, too large and hostile files give errors or warnings, never a crash.
//
//   test_jpeg_faults [mutants]     how many damaged files to decode: HEADRACE_MUTANTS, or 20000
//
// With HEADRACE_TEST_DATA it also damages the photos of that folder.
#include <unistd.h>

#include "jpeg_samples.h"

namespace {

constexpr int64_t kMaxPixels = int64_t{1} << 22;  // bounds the time of damaged files

// Message of the decoding error, "" if none.
std::string fault(const Bytes& data, const Options& options = {.max_pixels = kMaxPixels},
                  const Box* box = nullptr) {
  try {
    const Info info = peek(data.data(), data.size());
    const auto shape = output_shape(info, options);
    const int64_t bytes = shape.height * shape.width * shape.channels;
    Bytes out(static_cast<size_t>(std::min(bytes, 3 * kMaxPixels)));
    decoder.decode(data.data(), data.size(), info, options, box, out.data(),
                   static_cast<ptrdiff_t>(shape.width * shape.channels));
  } catch (const hr::Error& e) {
    CHECK(e.what()[0] != 0);
    return e.what();
  }
  return "";
}

bool starts(const std::string& text, const char* with) { return text.rfind(with, 0) == 0; }

size_t find_marker(const Bytes& data, int marker) {
  for (size_t i = 0; i + 1 < data.size(); i++) {
    if (data[i] == 0xFF && data[i + 1] == marker) return i;
  }
  return data.size();
}

void test_faults() {
  CHECK(fault({}) == "not a JPEG: it is empty");
  CHECK(starts(fault({'P', 'N', 'G'}), "not a JPEG"));
  const Box corner{0, 0, 2, 2}, outside{0, 0, 2, 62};
  for (bool progressive : {false, true}) {
    const Bytes good = encode({.h = 2, .v = 2, .progressive = progressive, .restart = 1});
    for (size_t n = 2; n < good.size(); n++) {  // truncated, also with a region above the cut
      const Bytes cut(good.begin(), good.begin() + static_cast<ptrdiff_t>(n));
      CHECK(starts(fault(cut), "truncated JPEG") && starts(fault(cut, {}, &corner), "truncated"));
    }
    Bytes trailing = good;
    trailing.insert(trailing.end(), 1000, 0x11);
    CHECK(fault(trailing).empty());
    CHECK(starts(fault(good, {.max_pixels = 61 * 47 - 1}), "too large a JPEG: 61×47"));
    CHECK(fault(good, {.max_pixels = 61 * 47}).empty());
    CHECK(starts(fault(good, {}, &outside), "the region to decode lies outside"));

    Bytes bad = good;
    const size_t frame = find_marker(bad, progressive ? 0xC2 : 0xC0);
    bad[frame + 4] = 12;
    CHECK(starts(fault(bad), "unsupported JPEG: 12 bits"));
    bad = good, bad[frame + 1] = 0xC3;
    CHECK(starts(fault(bad), "unsupported JPEG: it is lossless"));
    bad = good, bad[frame + 5] = bad[frame + 6] = 0;
    CHECK(starts(fault(bad), "corrupt JPEG: its height or width is 0"));
    bad = good, bad[frame + 11] = 0x33;  // luma 3×3 with chroma 1×1 is legal, with 2×2 is not
    bad[frame + 14] = 0x22;
    CHECK(starts(fault(bad), "corrupt JPEG: "));

    const Info other = peek(trailing.data(), trailing.size());
    const Bytes wider = encode({.width = 200});
    try {
      decoder.decode(wider.data(), wider.size(), other, {}, nullptr, nullptr, 0);
      CHECK(!"an error was expected");
    } catch (const hr::Error& e) {
      CHECK(e.kind == hr::ErrorKind::value);
    }
  }
}

void test_warnings() {
  const Bytes good = encode({.width = 300, .height = 200, .h = 2, .v = 2, .restart = 5});
  Bytes data = good, out(300 * 200 * 3);
  auto warnings = [&] {
    const Info info = peek(data.data(), data.size());
    return decoder.decode(data.data(), data.size(), info, {}, nullptr, out.data(), 900).warnings;
  };
  CHECK(warnings() == 0);
  const auto middle = data.begin() + static_cast<ptrdiff_t>(data.size() / 2);
  data.erase(middle, middle + 150);
  std::FILE* printed = std::tmpfile();  // replaces stderr, to which libjpeg may print
  const int terminal = dup(2);
  dup2(fileno(printed), 2);
  const int found = warnings();
  dup2(terminal, 2);
  CHECK(found > 0);
  CHECK(lseek(fileno(printed), 0, SEEK_END) == 0);
  std::fclose(printed);
  close(terminal);
  data = good;
  CHECK(warnings() == 0);
}

// A file with scans of a few bytes each could keep a decoder busy for hours.
void test_many_scans() {
  Bytes data = encode({.h = 1, .v = 1, .progressive = true});
  const size_t scan = find_marker(data, 0xDA);
  const Bytes first(data.begin() + static_cast<ptrdiff_t>(scan), data.end() - 2);
  for (int i = 0; i < 100; i++) data.insert(data.end() - 2, first.begin(), first.end());
  CHECK(starts(fault(data), "corrupt JPEG: it has more than 500 scans"));
}

// Most files get an EOI marker: without it the decoder rejects them early.
Bytes damage(const Bytes& data, const Bytes& other) {
  Bytes result = mutate(data, other, 700, 6);
  if (draw(0, 3)) result.insert(result.end(), {0xFF, 0xD9});
  return result;
}

Box random_region(const Bytes& data, const Options& options) {
  try {
    const auto shape = output_shape(peek(data.data(), data.size()), options);
    return random_box(shape.height, shape.width);
  } catch (const hr::Error&) {
    return {};
  }
}

void test_mutants(int mutants, const std::vector<Bytes>& photos) {
  std::vector<Bytes> files;
  for (const Spec& spec : all_specs()) {
    files.push_back(with_exif(encode(spec), static_cast<int>(draw(1, 8)), true));
  }
  const Bytes good = encode({.h = 2, .v = 2});
  const Image expected = reference(good, {});
  int decoded = 0;
  for (int i = 0; i < mutants; i++) {
    const Bytes data =
        damage(!photos.empty() && draw(0, 9) == 0 ? any(photos) : any(files), any(files));
    const Options options{.color = static_cast<Color>(draw(0, 4)),
                          .fast_idct = draw(0, 1) != 0,
                          .fancy_upsampling = draw(0, 1) != 0,
                          .max_pixels = kMaxPixels};
    const Box box = random_region(data, options);
    decoded += fault(data, options, draw(0, 1) ? &box : nullptr).empty();
    if (i % 500 == 0) CHECK(same(good, {}, nullptr, expected));
  }
  std::printf("%d mutants, %d of them decoded\n", mutants, decoded);
  CHECK(mutants < 1000 || (decoded > mutants / 10 && decoded < mutants * 9 / 10));
}

}  // namespace

int main(int argc, char** argv) {
  test_faults();
  test_warnings();
  test_many_scans();
  test_mutants(mutants_of(argc, argv, 20000), read_files("photos", ".jpg", 20));
  return report();
}
