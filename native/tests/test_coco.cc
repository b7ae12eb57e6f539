// JSON scanner with any block size, COCO files, compressed runs, outlines; also damaged ones.
#include <cmath>
#include <cstring>

#include "engine/kernel.h"
#include "formats/coco.h"
#include "samples.h"

using namespace hr;

namespace {

JsonScanner::Read from(const std::string& text, size_t most = 1 << 30) {
  auto at = std::make_shared<size_t>(0);
  return [&text, most, at](char* out, size_t room) {
    const size_t n = std::min({room, most, text.size() - *at});
    std::memcpy(out, text.data() + *at, n);
    *at += n;
    return n;
  };
}

// Message and offset of the error that `read` throws; "" if none.
template <class F>
std::string error_of(const std::string& text, F read, int64_t* place = nullptr) {
  try {
    JsonScanner s(from(text, 7), 4096);
    read(s);
    s.end();
  } catch (const JsonError& e) {
    if (place) *place = e.offset;
    return e.what();
  }
  return "";
}

void numbers() {
  auto number = [](const std::string& text) {
    JsonScanner s(from(text, 3), 4096);
    const double value = s.number();
    s.end();
    return value;
  };
  for (const char* text : {"0", "-0", "7", "363.51", "-12.5e-3", "1E5", "0.1", "123456789012345",
                           "9007199254740993", "1.7976931348623157e308", "4.9e-324", "1e-400",
                           "0.000000000000000000000000000001", "179769313486231570000000"})
    CHECK(number(text) == std::strtod(text, nullptr));
  for (int i = 0; i < 20000; i++) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", static_cast<int>(draw(0, 17)),
                  static_cast<double>(draw(-1000000000, 1000000000)) / 1e5);
    CHECK(number(text) == std::strtod(text, nullptr));
  }
  auto integer = [](JsonScanner& s) { s.integer(); };
  for (const char* wrong : {"01", "1.", ".5", "+1", "-", "1e", "NaN", "-Infinity", "\"1\"", "null",
                            "1.5", "9223372036854775808", "1e300", ""})
    CHECK(!error_of(wrong, integer).empty());
  for (const char* right : {"7", "7.0", "7e0", "-9223372036854775808", " 7 "})
    CHECK(error_of(right, integer).empty());
  auto real = [](JsonScanner& s) { s.number(); };
  CHECK(!error_of("1e400", real).empty());
  CHECK(!error_of(std::string(5000, '1'), real).empty());
}

void texts() {
  auto text = [](const std::string& json) {
    JsonScanner s(from(json, 1), 4096);
    std::string r(s.string());
    s.end();
    return r;
  };
  CHECK(text("\"abc\"") == "abc");
  CHECK(text("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"") == "\"\\/\b\f\n\r\t");
  CHECK(text("\"\\u0041\\u00e9\\u20ac\\ud83d\\ude00\"") == "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK(text("\"\xC3\xA9\"") == "\xC3\xA9");
  auto read = [](JsonScanner& s) { s.string(); };
  for (const char* wrong : {"\"abc", "\"\\q\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"",
                            "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\xFF\"", "\"\xC0\x80\"",
                            "\"\xED\xA0\x80\"", "\"\xF4\x90\x80\x80\"", "\"a\nb\"", "\"\\", "7"})
    CHECK(!error_of(wrong, read).empty());
}

void structure() {
  auto skip = [](JsonScanner& s) { s.skip(); };
  for (const char* right : {"[]", "{}", "[1, [2, {\"a\": [\"]\"]}], \"\\\"[\"]", "\"x\"", "true",
                            "null", "[\"YYYY_____yyyy{{{{{{{[[[[[[[\", 1]"})
    CHECK(error_of(right, skip).empty());
  for (const char* wrong : {"[", "[}", "{]", "[[]", "[\"]", "]", "tru", "nul", "[1] 2", "[1]]", ""})
    CHECK(!error_of(wrong, skip).empty());
  CHECK(error_of(std::string(1000, '[') + std::string(1000, ']'), skip).empty());
  CHECK(!error_of(std::string(100000, '['), skip).empty());  // deep: rejected, no recursion
  auto list = [](JsonScanner& s) {
    s.begin_array();
    while (s.next_element()) {
      s.begin_array();
      while (s.next_element()) s.integer();
    }
  };
  CHECK(error_of("[[], [1], [1 , 2]]", list).empty());
  int64_t place = -1;
  CHECK(!error_of("[[], [1], [1 , x]]", list, &place).empty() && place == 15);
  for (const char* wrong : {"[[1] [2]]", "[[1,]]", "[,[1]]", "[[1 2]]", "[[1],]"})
    CHECK(!error_of(wrong, list).empty());
}

const std::string kFile =
    "{\"info\": {\"images\": [1, {\"id\": 3}], \"annotations\": null},\n \"annotations\": ["
    "{\"segmentation\": [[1, 2.5, 3, 4, 5, 6], []], \"bbox\": [1, 2, 3, 4], \"image_id\": 7, "
    "\"category_id\": 9, \"iscrowd\": 0, \"id\": 1, \"extra\": {\"bbox\": [\"x\"]}},\n"
    "{\"image_id\": 8, \"iscrowd\": true, \"bbox\": [1e1, 2.25, 3, 4], \"category_id\": 2.0, "
    "\"segmentation\": {\"counts\": [5, 6, 13], \"size\": [4, 6]}},"
    "{\"image_id\": 8, \"bbox\": [1, 2, 3, 4], \"category_id\": 2, \"segmentation\": {\"size\": "
    "[4, 6], \"counts\": \"5220007\"}}],"
    "\"images\": [{\"id\": 8, \"file_name\": \"a\\/\\u00e9.jpg\", \"width\": 6, \"height\": 4}, "
    "{\"file_name\": \"b.jpg\", \"id\": 7}],"
    "\"categories\": [{\"id\": 9, \"name\": \"x\"}, {\"id\": 2}]}";

void coco(size_t block, size_t most) {
  CocoFile f = read_coco(from(kFile, most), true, block);
  CHECK(f.image_ids.size() == 2 && f.image_ids[0] == 8 && f.image_ids[1] == 7);
  CHECK(f.image_sizes[0] == 4 && f.image_sizes[1] == 6 && f.image_sizes[2] == -1);
  CHECK(std::string(reinterpret_cast<char*>(f.names.data()), f.names.size()) ==
        "a/\xC3\xA9.jpgb.jpg");
  CHECK(f.name_ends[1] == 13 && f.category_ids.size() == 2 && f.category_ids[1] == 2);
  CHECK(f.crowds.size() == 3 && !f.crowds[0] && f.crowds[1] && !f.crowds[2]);
  CHECK(f.boxes.size() == 12 && f.boxes[4] == 10 && f.boxes[5] == 2.25);
  CHECK(f.polygon_ends[0] == 2 && f.polygon_ends[2] == 2);
  CHECK(f.vertex_ends[0] == 3 && f.vertex_ends[1] == 3 && f.vertices[1] == 2.5f);
  const uint32_t runs[] = {5, 6, 13, 5, 2, 2, 2, 2, 2, 9};
  CHECK(f.runs.size() == 10 && std::memcmp(f.runs.data(), runs, sizeof runs) == 0);
  CHECK(f.run_sizes[0] == -1 && f.run_sizes[2] == 4 && f.run_sizes[3] == 6);
  CHECK(read_coco(from(kFile, most), false, block).vertices.size() == 0);
}

void damaged(int mutants) {
  const Bytes whole(kFile.begin(), kFile.end());
  int refused = 0;
  for (size_t n = 0; n < kFile.size(); n++) {
    const std::string cut = kFile.substr(0, n);
    try {
      read_coco(from(cut), true, 4096);
      CHECK(false);
    } catch (const JsonError& e) {
      CHECK(e.offset <= static_cast<int64_t>(n));
    }
  }
  for (int i = 0; i < mutants; i++) {
    const Bytes bytes = mutate(whole, whole, 200, 3);
    const std::string text(bytes.begin(), bytes.end());
    try {
      const CocoFile f =
          read_coco(from(text, static_cast<size_t>(draw(1, 4000))), i % 2 == 0, 4096);
      CHECK(f.boxes.size() == 4 * f.annotation_images.size());
      CHECK(f.image_sizes.size() == 2 * f.image_ids.size());
    } catch (const JsonError&) {
      refused++;
    }
  }
  CHECK(refused > mutants / 4);
}

void compressed(int mutants) {
  for (int i = 0; i < mutants; i++) {
    std::string text;
    for (int64_t n = draw(0, 20); n > 0; n--) text += static_cast<char>(draw(40, 120));
    LongList<uint32_t> runs;
    try {
      decode_runs(text, runs);
      CHECK(runs.size() <= text.size());
    } catch (const Error&) {
    }
  }
}

View view(DType dtype, Shape shape, void* data) {
  View v;
  v.dtype = dtype;
  v.shape = shape;
  v.data = static_cast<uint8_t*>(data);
  return v;
}

// Outlines that exceed the image, are not finite, or cover more pixels than the image has: must
// give an error, or an image that holds only labels and zeros.
void painted(int rounds) {
  const Kernel* kernel = find_kernel("paint_outlines");
  Spec spec;
  spec.kernel = kernel;
  const Args args(spec, nullptr, 0, 0, {});
  for (int i = 0; i < rounds; i++) {
    int64_t size[] = {draw(1, 12), draw(1, 12)};
    std::vector<int32_t> labels = {static_cast<int32_t>(draw(1, 9)), 4, 2};
    const auto m = static_cast<int32_t>(draw(0, 8)), c = static_cast<int32_t>(draw(0, 8));
    std::vector<float> vertices(static_cast<size_t>(2 * m));
    for (float& x : vertices)
      x = draw(0, 9) ? static_cast<float>(draw(-50, 250)) / 10
                     : any<float>({NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e9f, -1e7f});
    std::vector<uint32_t> runs(static_cast<size_t>(c));
    for (uint32_t& r : runs) r = static_cast<uint32_t>(draw(0, 9) ? draw(0, 20) : -1);
    const int32_t wrong = draw(0, 9) == 0;
    std::vector<int32_t> polygons = {0, 0, m + wrong, 1, m / 2, m};
    auto h = static_cast<int32_t>(size[0]), w = static_cast<int32_t>(size[1]);
    std::vector<int32_t> masks = {2, h, w, 0, c, 1, h, w + (draw(0, 9) == 0), c / 2, c};
    View in[] = {view(DType::i64, {2}, size),
                 view(DType::i32, {3}, labels.data()),
                 view(DType::i32, {2, 3}, polygons.data()),
                 view(DType::f32, {m, 2}, vertices.data()),
                 view(DType::i32, {2, 5}, masks.data()),
                 view(DType::u32, {c}, runs.data())};
    Shape shape;
    InferContext infer{args, 6, 1, in, &shape, nullptr};
    kernel->infer(infer);
    std::vector<int32_t> pixels(static_cast<size_t>(shape.volume()), -1);
    View out = view(DType::i32, shape, pixels.data());
    RunContext run{args, 6, 1, in, &out, nullptr};
    try {
      kernel->run(run);
      for (int32_t p : pixels)
        CHECK(p == 0 || std::find(labels.begin(), labels.end(), p) != labels.end());
      CHECK(!wrong);
    } catch (const Error&) {
    }
  }
  for (auto [h, w] : {std::pair<int64_t, int64_t>{-1, 5}, {0, 5}, {int64_t{1} << 40, 1 << 30}}) {
    int64_t size[] = {h, w};
    View in[] = {view(DType::i64, {2}, size)};
    Shape shape;
    InferContext infer{args, 6, 1, in, &shape, nullptr};
    try {
      kernel->infer(infer);
      CHECK(false);
    } catch (const Error&) {
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  numbers();
  texts();
  structure();
  for (size_t block : {1, 3000, 1 << 20})
    for (size_t most : {1, 2, 100, 1 << 20}) coco(block, most);
  const int mutants = mutants_of(argc, argv, 20000);
  damaged(mutants);
  compressed(mutants);
  painted(mutants);
  return report();
}
