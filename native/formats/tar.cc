// Walks the headers of a tar archive.
#include "formats/tar.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace hr {
namespace {

constexpr int64_t kBlock = 512;
constexpr int64_t kLongest = 1 << 20;      // longest accepted extended header
constexpr int64_t kMostZeros = 1 << 26;    // between concatenated archives
constexpr uint64_t kMost = INT64_MAX / 2;  // sums with it cannot overflow

// Offset and size of a header field.
struct Field {
  int at, size;
};
constexpr Field kName{0, 100}, kSize{124, 12}, kChecksum{148, 8}, kMagic{257, 6}, kPrefix{345, 155};
constexpr int kType = 156;
constexpr int kSparseMore = 482, kSparseNext = 504;  // 1: another block of the sparse map follows

struct Header {
  const uint8_t* p;

  char type() const { return static_cast<char>(p[kType]); }
  std::string_view text(Field f) const {
    const char* s = reinterpret_cast<const char*>(p + f.at);
    return {s, strnlen(s, static_cast<size_t>(f.size))};
  }
  // Octal digits between blanks; if the first bit is set, a big-endian number (base 256).
  std::optional<int64_t> number(Field f) const {
    const uint8_t* s = p + f.at;
    uint64_t v = 0;
    if (*s & 0x80) {
      if (*s & 0x40) return {};  // negative
      for (int i = 0; i < f.size; i++) {
        if (v > kMost >> 8) return {};
        v = v << 8 | (i == 0 ? s[0] & 0x3F : s[i]);
      }
      return static_cast<int64_t>(v);
    }
    int i = 0;
    while (i < f.size && s[i] == ' ') i++;
    for (; i < f.size && s[i] >= '0' && s[i] <= '7'; i++) {
      if (v > kMost >> 3) return {};
      v = v << 3 | static_cast<uint64_t>(s[i] - '0');
    }
    if (i < f.size && s[i] != 0 && s[i] != ' ') return {};
    return static_cast<int64_t>(v);
  }
  bool is_zero() const {
    return std::all_of(p, p + kBlock, [](uint8_t b) { return b == 0; });
  }
  // Sum of all bytes, with the checksum field as blanks; old programs added signed bytes.
  bool checks() const {
    const auto said = number(kChecksum);
    if (!said) return false;
    int32_t plain = kChecksum.size * ' ', high = 0;
    for (int i = 0; i < kBlock; i++) {
      plain += p[i];
      high += p[i] >> 7;
    }
    for (int i = kChecksum.at; i < kChecksum.at + kChecksum.size; i++) {
      plain -= p[i];
      high -= p[i] >> 7;
    }
    return *said == plain || *said == plain - 256 * high;
  }
  std::string name() const {
    std::string n(text(kName));
    const std::string_view magic{reinterpret_cast<const char*>(p + kMagic.at), 6};
    const std::string_view prefix = text(kPrefix);  // GNU's headers ("ustar ") have no such field
    if (magic != std::string_view("ustar\0", 6) || prefix.empty()) return n;
    return std::string(prefix) + "/" + n;
  }
};

class Walker {
 public:
  Walker(const File& file, const std::function<void(const TarEntry&)>& f, int64_t window)
      : file_(file), f_(f), window_(static_cast<size_t>(std::max(window, kBlock))) {}

  int64_t walk() {
    while (at_ < file_.size()) {
      if (file_.size() - at_ < kBlock) bad("it ends within a header");
      const Header h{block(at_)};
      if (h.is_zero()) {
        at_ += kBlock;
        if (at_ + kBlock > file_.size()) return 0;
        if (Header{block(at_)}.is_zero() && !another()) return left();
        continue;
      }
      if (!h.checks()) bad("there is no header: the checksum is wrong");
      header(h);
    }
    return 0;
  }

 private:
  // After the end of an archive: skips zeros; true if another archive starts there.
  bool another() {
    next_ = {};
    const int64_t until = std::min(file_.size() - at_, kMostZeros) + at_;
    while (at_ + kBlock <= until && Header{block(at_)}.is_zero()) at_ += kBlock;
    return at_ + kBlock <= until && Header{block(at_)}.checks();
  }

  // Bytes left; less than a block counts as none.
  int64_t left() const { return file_.size() - at_ < kBlock ? 0 : file_.size() - at_; }

  // Handles one header and its data, then moves to the next.
  void header(const Header& h) {
    const char type = h.type();
    auto size = h.number(kSize);
    if (!size) bad("the size of the entry makes no sense");
    const int64_t data = at_ + kBlock;
    switch (type) {
      case 'L':  // long name of the next entry
        next_.name = extended(data, *size);
        next_.name->resize(strnlen(next_.name->c_str(), next_.name->size()));
        return;
      case 'x':
        pax(extended(data, *size));
        return;
      case 'K':  // long link target of the next entry
      case 'g':  // global comment
        return skip(data, *size);
      case '1':  // links, devices, folders, pipes: no data, whatever the size field says
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
        at_ = data;
        break;
      case 'S':
        skip(sparse_map(h, data), *size);
        break;
      default: {
        const std::string name = next_.name ? *next_.name : h.name();
        const int64_t length = next_.size.value_or(*size);
        const bool old_folder = type == 0 && name.ends_with('/');
        const bool regular = type == '0' || type == 0 || type == '7';
        skip(data, length, name);
        if (regular && !old_folder && !next_.sparse) f_({name, data, length});
      }
    }
    next_ = {};
  }

  void skip(int64_t data, int64_t size, const std::string& name = "") {
    if (size > file_.size() - data)
      bad((name.empty() ? "an entry" : "\"" + name + "\"") + " has " + std::to_string(size) +
          " bytes, more than the archive has left: it is truncated");
    // The last block of an archive may be cut off.
    at_ = std::min(data + (size + kBlock - 1) / kBlock * kBlock, file_.size());
  }

  // Data of an extended header.
  std::string extended(int64_t data, int64_t size) {
    if (size > kLongest) bad("an extended header of " + std::to_string(size) + " bytes");
    skip(data, size);
    std::string text(static_cast<size_t>(size), '\0');
    file_.read(data, size, reinterpret_cast<uint8_t*>(text.data()));
    return text;
  }

  // Parses records "12 key=value\n"; each starts with its own length.
  void pax(const std::string& text) {
    size_t i = 0;
    while (i < text.size() && text[i] != 0) {
      size_t length = 0, j = i;
      for (; j < text.size() && text[j] >= '0' && text[j] <= '9' && length < text.size(); j++)
        length = length * 10 + static_cast<size_t>(text[j] - '0');
      const size_t equals = text.find('=', j);
      if (j == i || j >= text.size() || text[j] != ' ' || length > text.size() - i ||
          equals == std::string::npos || equals + 1 >= i + length || text[i + length - 1] != '\n')
        bad("a pax header is malformed");
      const std::string_view key(text.data() + j + 1, equals - j - 1);
      const std::string_view value(text.data() + equals + 1, i + length - 1 - (equals + 1));
      if (key == "path" && !value.empty()) next_.name = value;
      if (key == "size" && !value.empty()) next_.size = decimal(value);
      if (key.starts_with("GNU.sparse.")) next_.sparse = true;
      i += length;
    }
  }

  int64_t decimal(std::string_view text) {
    uint64_t v = 0;
    for (char c : text) {
      if (c < '0' || c > '9' || v > kMost / 10)
        bad("a pax header has the size " + std::string(text));
      v = v * 10 + static_cast<uint64_t>(c - '0');
    }
    return static_cast<int64_t>(v);
  }

  // Returns the start of a sparse file's data, after additional blocks of its map.
  int64_t sparse_map(const Header& h, int64_t data) {
    bool more = h.p[kSparseMore] != 0;
    while (more) {
      if (file_.size() - data < kBlock) bad("it ends within the map of a sparse file");
      more = block(data)[kSparseNext] != 0;
      data += kBlock;
    }
    return data;
  }

  // A block of the file; valid until the next call.
  const uint8_t* block(int64_t at) {
    if (at < start_ || at + kBlock > end_) {
      const int64_t n = std::min(static_cast<int64_t>(window_.size()), file_.size() - at);
      file_.read(at, n, window_.data());
      start_ = at;
      end_ = at + n;
    }
    return window_.data() + (at - start_);
  }

  [[noreturn]] void bad(const std::string& why) const {
    fail(ErrorKind::io,
         "no tar archive, or a damaged one: at byte " + std::to_string(at_) + " " + why);
  }

  struct Next {  // attributes that extended headers set for the next entry
    std::optional<std::string> name;
    std::optional<int64_t> size;
    bool sparse = false;
  };

  const File& file_;
  const std::function<void(const TarEntry&)>& f_;
  Next next_;
  int64_t at_ = 0, start_ = 0, end_ = 0;
  std::vector<uint8_t> window_;  // read window: headers of small files are close together
};

}  // namespace

int64_t walk_tar(const File& archive, const std::function<void(const TarEntry&)>& f,
                 int64_t window) {
  return Walker(archive, f, window).walk();
}

}  // namespace hr
