// Finds the records of TFRecord and RecordIO files.
#include "formats/record_index.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

#include "simd/crc32c.h"

namespace hr {
namespace {

constexpr int64_t kBlock = int64_t{1} << 18;  // bytes per read while records are short
constexpr int64_t kGlance = 512;              // if records are long: little more than a header

template <class T>
T little(const uint8_t* p) {  // files are little-endian
  T v = 0;
  for (size_t i = 0; i < sizeof(T); i++) v |= static_cast<T>(p[i]) << 8 * i;
  return v;
}

// Masks a CRC like TFRecord files do.
uint32_t masked(uint32_t crc) { return (crc >> 15 | crc << 17) + 0xA282EAD8u; }

[[noreturn]] void fail_at(int64_t number, int64_t offset, const std::string& why) {
  fail(ErrorKind::io,
       "record " + std::to_string(number) + " at byte " + std::to_string(offset) + ": " + why);
}

// Reads a few bytes at ascending offsets: in blocks while offsets are close, else individually.
class Glances {
 public:
  explicit Glances(const File& file) : file_(file), buffer_(static_cast<size_t>(kBlock)) {}

  // Returns n bytes; throws if the file is shorter.
  const uint8_t* at(int64_t offset, int64_t n) {
    if (offset < begin_ || offset + n > end_) {
      const bool near = offset - end_ < kBlock / 4;
      begin_ = offset;
      end_ = std::min(file_.size(), offset + std::max(n, near ? kBlock : kGlance));
      file_.read(begin_, end_ - begin_, buffer_.data());
    }
    return buffer_.data() + (offset - begin_);
  }

 private:
  const File& file_;
  std::vector<uint8_t> buffer_;
  int64_t begin_ = 0, end_ = 0;
};

std::string truncated(int64_t bytes, int64_t left) {
  return "it has " + std::to_string(bytes) + " bytes, the file only " + std::to_string(left) +
         " more: it is truncated or damaged";
}

}  // namespace

int64_t tfrecord_length(const uint8_t* head) {
  const uint64_t length = little<uint64_t>(head);
  const uint32_t said = little<uint32_t>(head + 8);
  if (!said && !length)
    fail(ErrorKind::io, "no TFRecord starts here: there are zeros in its place");
  if (said && said != masked(crc32c(0, head, 8)))
    fail(ErrorKind::io, "no TFRecord starts here: the checksum of its length is wrong");
  // (Larger than any file; callers add to it without overflow.)
  if (length > uint64_t{1} << 62) fail(ErrorKind::io, "its length is too large for any file");
  return static_cast<int64_t>(length);
}

bool tfrecord_intact(uint32_t crc, const uint8_t* foot) {
  const uint32_t said = little<uint32_t>(foot);
  return !said || said == masked(crc);
}

std::vector<int64_t> index_tfrecord(const File& file) {
  std::vector<int64_t> found;
  Glances glances(file);
  for (int64_t at = 0, number = 0; at < file.size(); number++) {
    const int64_t left = file.size() - at;
    if (left < kTfHead) fail_at(number, at, truncated(kTfHead + kTfFoot, left));
    int64_t bytes = 0;
    try {
      bytes = tfrecord_length(glances.at(at, kTfHead)) + kTfHead + kTfFoot;
    } catch (const Error& e) {
      fail_at(number, at, e.what());
    }
    if (bytes > left) fail_at(number, at, truncated(bytes, left));
    found.insert(found.end(), {at, bytes});
    at += bytes;
  }
  return found;
}

PartHead recordio_part(const uint8_t* head) {
  if (little<uint32_t>(head) != kPartMagic)
    fail(ErrorKind::io, "no RecordIO record starts here: the magic number is missing");
  const uint32_t word = little<uint32_t>(head + 4), kind = word >> 29;
  if (kind > 3) fail(ErrorKind::io, "there is no part of kind " + std::to_string(kind));
  return {static_cast<int64_t>(word & ((uint32_t{1} << 29) - 1)), kind == 1 || kind == 2, kind < 2};
}

std::vector<int64_t> index_recordio(const File& file) {
  std::vector<int64_t> found;
  Glances glances(file);
  bool inside = false;
  for (int64_t at = 0; at < file.size();) {
    const int64_t left = file.size() - at, number = static_cast<int64_t>(found.size()) - inside;
    if (left < kPartHead) fail_at(number, at, truncated(kPartHead, left));
    PartHead part{};
    try {
      part = recordio_part(glances.at(at, kPartHead));
    } catch (const Error& e) {
      fail_at(number, at, e.what());
    }
    if (part.first == inside)
      fail_at(number, at, inside ? "its last part is missing" : "its first part is missing");
    if (part.length > left - kPartHead)
      fail_at(number, at, truncated(part.length, left - kPartHead));
    if (part.first) found.push_back(at);
    inside = part.more;
    at += padded_part(part.length);  // the last part may lack its padding
  }
  if (inside)
    fail_at(static_cast<int64_t>(found.size()) - 1, found.back(), "its last part is missing");
  return found;
}

// ---- text index files ---------------------------------------------------------------------------

namespace {

constexpr std::string_view kSpace = " \t\r\v\f";

void add_line(std::string_view line, int columns, int64_t number, std::vector<int64_t>& found) {
  const size_t before = found.size();
  std::string_view rest = line;
  while (rest.find_last_not_of(kSpace) != rest.npos && found.size() - before < size_t(columns)) {
    rest = rest.substr(0, rest.find_last_not_of(kSpace) + 1);
    const size_t start = rest.find_last_of(kSpace) + 1;  // npos + 1 is 0
    int64_t value = 0;
    const auto [end, error] =
        std::from_chars(rest.data() + start, rest.data() + rest.size(), value);
    if (error != std::errc() || end != rest.data() + rest.size()) break;
    found.push_back(value);
    rest = rest.substr(0, start);
  }
  const size_t got = found.size() - before;
  if (got == static_cast<size_t>(columns)) {
    std::reverse(found.begin() + static_cast<ptrdiff_t>(before), found.end());
  } else if (line.find_first_not_of(kSpace) != line.npos) {
    fail(ErrorKind::io, "line " + std::to_string(number) + " should end with " +
                            (columns == 1 ? "a number" : std::to_string(columns) + " numbers") +
                            ": it is no index of records");
  }
}

}  // namespace

std::vector<int64_t> index_text(const File& file, int columns) {
  constexpr size_t kLongest = 4096;
  std::vector<int64_t> found;
  std::string text;  // incomplete lines
  std::vector<char> block(static_cast<size_t>(kBlock));
  int64_t number = 0;
  for (int64_t at = 0; at < file.size();) {
    const int64_t n = std::min(kBlock, file.size() - at);
    file.read(at, n, reinterpret_cast<uint8_t*>(block.data()));
    text.append(block.data(), static_cast<size_t>(n));
    at += n;
    size_t begin = 0;
    for (size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1)
      add_line(std::string_view(text).substr(begin, end - begin), columns, ++number, found);
    text.erase(0, begin);
    if (text.size() > kLongest)
      fail(ErrorKind::io,
           "line " + std::to_string(number + 1) + " is far too long: it is no index");
  }
  if (!text.empty()) add_line(text, columns, ++number, found);
  return found;
}

}  // namespace hr
