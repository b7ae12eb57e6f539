// Parser of COCO annotation files.
#include "formats/coco.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hr {
namespace {

constexpr int64_t kInt32 = std::numeric_limits<int32_t>::max();

class CocoReader {
 public:
  CocoReader(JsonScanner::Read read, bool outlines, size_t block)
      : s_(std::move(read), block), outlines_(outlines) {}

  CocoFile read() {
    bool seen[3] = {};
    s_.begin_object();
    while (s_.next_key()) {
      const int section = s_.key() == "images"        ? 0
                          : s_.key() == "annotations" ? 1
                          : s_.key() == "categories"  ? 2
                                                      : -1;
      if (section < 0) {
        s_.skip();
        continue;
      }
      if (seen[section]) s_.fail("a second \"" + std::string(s_.key()) + "\"");
      seen[section] = true;
      if (s_.null()) continue;
      s_.begin_array();
      for (number_ = 0; s_.next_element(); number_++) {
        s_.peek();
        place_ = s_.offset();
        section == 0 ? image() : section == 1 ? annotation() : category();
      }
    }
    s_.end();
    return std::move(f_);
  }

 private:
  [[noreturn]] void fail_missing(const char* what, const char* field) {
    throw JsonError(place_, std::string(what) + " number " + std::to_string(number_) +
                                " has no \"" + field + "\"");
  }

  int32_t small_integer(const char* field) {
    const int64_t value = s_.integer();
    if (value < -kInt32 || value > kInt32)
      s_.fail(std::string("\"") + field + "\" is beyond 32 bits");
    return static_cast<int32_t>(value);
  }

  float coordinate() {
    const auto value = static_cast<float>(s_.number());
    if (!std::isfinite(value)) s_.fail("a coordinate beyond float32");
    return value;
  }

  void image() {
    bool has_id = false, has_name = false;
    int64_t id = 0;
    int32_t height = -1, width = -1;
    const size_t name = f_.names.size();
    s_.begin_object();
    while (s_.next_key()) {
      const std::string_view key = s_.key();
      if (key == "id") {
        id = s_.integer();
        has_id = true;
      } else if (key == "file_name") {
        f_.names.resize(name);
        for (char c : s_.string()) {
          if (c == 0) s_.fail("a file name with a zero byte");
          f_.names.push_back(static_cast<uint8_t>(c));
        }
        has_name = f_.names.size() > name;
      } else if (key == "height") {
        height = size("height");
      } else if (key == "width") {
        width = size("width");
      } else {
        s_.skip();
      }
    }
    if (!has_id) fail_missing("image", "id");
    if (!has_name) fail_missing("image", "file_name");
    f_.image_ids.push_back(id);
    f_.image_sizes.push_back(height);
    f_.image_sizes.push_back(width);
    f_.name_ends.push_back(static_cast<int64_t>(f_.names.size()));
  }

  int32_t size(const char* field) {
    if (s_.null()) return -1;
    const int32_t value = small_integer(field);
    if (value < 0) s_.fail(std::string("\"") + field + "\" is negative");
    return value;
  }

  void annotation() {
    bool has_image = false, has_category = false, has_box = false, crowd = false;
    int64_t image = 0, category = 0;
    float box[4];
    const size_t polygons = f_.vertex_ends.size(), vertices = f_.vertices.size(),
                 runs = f_.runs.size();
    run_height_ = run_width_ = -1;
    s_.begin_object();
    while (s_.next_key()) {
      const std::string_view key = s_.key();
      if (key == "image_id") {
        image = s_.integer();
        has_image = true;
      } else if (key == "category_id") {
        category = s_.integer();
        has_category = true;
      } else if (key == "iscrowd") {
        crowd = s_.boolean();
      } else if (key == "bbox") {
        four(box);
        has_box = true;
      } else if (outlines_ && key == "segmentation") {
        f_.vertex_ends.resize(polygons);
        f_.vertices.resize(vertices);
        f_.runs.resize(runs);
        run_height_ = run_width_ = -1;
        outline();
      } else {
        s_.skip();
      }
    }
    if (!has_image) fail_missing("annotation", "image_id");
    if (!has_category) fail_missing("annotation", "category_id");
    if (!has_box) fail_missing("annotation", "bbox");
    f_.annotation_images.push_back(image);
    f_.annotation_categories.push_back(category);
    f_.crowds.push_back(crowd);
    f_.annotation_places.push_back(place_);
    for (float x : box) f_.boxes.push_back(x);
    if (!outlines_) return;
    f_.polygon_ends.push_back(static_cast<int64_t>(f_.vertex_ends.size()));
    f_.run_ends.push_back(static_cast<int64_t>(f_.runs.size()));
    f_.run_sizes.push_back(run_height_);
    f_.run_sizes.push_back(run_width_);
  }

  void four(float* box) {
    int n = 0;
    s_.begin_array();
    for (; s_.next_element(); n++) {
      if (n == 4) s_.fail("\"bbox\" has more than 4 numbers");
      box[n] = coordinate();
    }
    if (n < 4) s_.fail("\"bbox\" has " + std::to_string(n) + " numbers instead of 4");
  }

  // Parses a list of polygons, or an object with run lengths.
  void outline() {
    if (s_.null()) return;
    if (s_.peek() == '{') return run_lengths();
    s_.begin_array();
    while (s_.next_element()) {
      const size_t first = f_.vertices.size();
      s_.begin_array();
      while (s_.next_element()) f_.vertices.push_back(coordinate());
      const size_t n = f_.vertices.size() - first;
      if (n % 2) s_.fail("a polygon of " + std::to_string(n) + " numbers: they come in pairs");
      f_.vertex_ends.push_back(static_cast<int64_t>(f_.vertices.size() / 2));
    }
  }

  void run_lengths() {
    bool has_counts = false;
    const size_t first = f_.runs.size();
    s_.begin_object();
    while (s_.next_key()) {
      if (s_.key() == "size") {
        int n = 0;
        int32_t dims[2] = {};
        s_.begin_array();
        for (; s_.next_element(); n++) {
          if (n == 2) s_.fail("\"size\" has more than 2 numbers");
          dims[n] = size("size");
        }
        if (n < 2) s_.fail("\"size\" has " + std::to_string(n) + " numbers instead of 2");
        run_height_ = dims[0];
        run_width_ = dims[1];
      } else if (s_.key() == "counts") {
        f_.runs.resize(first);
        counts();
        has_counts = true;
      } else {
        s_.skip();
      }
    }
    if (has_counts && run_height_ < 0)
      throw JsonError(
          place_, "\"counts\" without \"size\" in annotation number " + std::to_string(number_));
    if (!has_counts) run_height_ = run_width_ = -1;
  }

  void counts() {
    if (s_.peek() == '"') {
      const std::string_view text = s_.string();
      try {
        decode_runs(text, f_.runs);
      } catch (const Error& e) {
        s_.fail(e.what());
      }
      return;
    }
    s_.begin_array();
    while (s_.next_element()) {
      const int64_t n = s_.integer();
      if (n < 0 || n > kInt32) s_.fail("a run of " + std::to_string(n) + " pixels");
      f_.runs.push_back(static_cast<uint32_t>(n));
    }
  }

  void category() {
    bool has_id = false;
    int64_t id = 0;
    s_.begin_object();
    while (s_.next_key()) {
      if (s_.key() == "id") {
        id = s_.integer();
        has_id = true;
      } else {
        s_.skip();
      }
    }
    if (!has_id) fail_missing("category", "id");
    f_.category_ids.push_back(id);
  }

  JsonScanner s_;
  bool outlines_;
  CocoFile f_;
  int64_t number_ = 0, place_ = 0;  // index and offset of the current element
  int32_t run_height_ = -1, run_width_ = -1;
};

}  // namespace

CocoFile read_coco(JsonScanner::Read read, bool outlines, size_t block) {
  return CocoReader(std::move(read), outlines, block).read();
}

CocoFile read_coco(const File& file, bool outlines) {
  int64_t at = 0;
  auto read = [&](char* out, size_t room) {
    const int64_t n = std::min(static_cast<int64_t>(room), file.size() - at);
    if (n > 0) file.read(at, n, reinterpret_cast<uint8_t*>(out));
    at += std::max<int64_t>(n, 0);
    return static_cast<size_t>(std::max<int64_t>(n, 0));
  };
  try {
    return read_coco(read, outlines);
  } catch (const JsonError& e) {
    std::vector<char> block(size_t{1} << 20);
    int64_t line = 1;
    at = 0;
    while (at < e.offset) {
      const int64_t left = e.offset - at;
      const size_t n = read(block.data(), std::min(block.size(), static_cast<size_t>(left)));
      if (n == 0) break;
      line += std::count(block.begin(), block.begin() + static_cast<ptrdiff_t>(n), '\n');
    }
    fail(e.kind,
         "line " + std::to_string(line) + ", byte " + std::to_string(e.offset) + ": " + e.what());
  }
}

// Characters starting at "0" hold six bits: five bits of the number, least significant first, and a
// continuation bit. The last character's highest data bit is the sign. From the fourth number on,
// numbers are differences to the number two before.
void decode_runs(std::string_view text, LongList<uint32_t>& runs) {
  const size_t first = runs.size();
  size_t i = 0;
  while (i < text.size()) {
    uint64_t value = 0;
    int shift = 0;
    for (bool more = true; more; shift += 5) {
      if (i == text.size()) fail_value("compressed runs that end within a number");
      const int bits = text[i++] - 48;
      if (bits < 0 || bits > 63) fail_value("compressed runs with an unknown character");
      if (shift > 35) fail_value("compressed runs with a number that is too large");
      value |= static_cast<uint64_t>(bits & 31) << shift;
      more = bits & 32;
      if (!more && (bits & 16)) value |= ~uint64_t{0} << (shift + 5);
    }
    auto run = static_cast<int64_t>(value);
    const size_t n = runs.size() - first;
    if (n > 2) run += runs[first + n - 2];
    if (run < 0 || run > kInt32) fail_value("a run of " + std::to_string(run) + " pixels");
    runs.push_back(static_cast<uint32_t>(run));
  }
}

}  // namespace hr
