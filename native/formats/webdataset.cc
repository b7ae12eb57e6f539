// Groups files of an archive into samples; indices in the format of DALI's wds2idx.
#include "formats/webdataset.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "engine/pool.h"
#include "formats/tar.h"

namespace hr {
namespace {

using Missing = WebdatasetOptions::Missing;
constexpr int64_t kBlock = 512;
constexpr int64_t kNearWindow = 4096, kFarWindow = 256 * 1024;  // per header read: local, remote

std::string lower(std::string s) {
  for (char& c : s)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return s;
}

std::string quoted(const std::string& s) { return "\"" + s + "\""; }

// Words of a line, separated by blanks.
struct Words {
  std::string_view left;

  std::optional<std::string_view> next() {
    constexpr const char* kBlank = " \t\r";
    const size_t from = left.find_first_not_of(kBlank);
    if (from == std::string_view::npos) return {};
    const size_t to = std::min(left.find_first_of(kBlank, from), left.size());
    std::string_view word = left.substr(from, to - from);
    left.remove_prefix(to);
    return word;
  }
  std::optional<int64_t> number() {
    const auto word = next();
    int64_t v = 0;
    if (!word) return {};
    const auto [end, error] = std::from_chars(word->data(), word->data() + word->size(), v);
    if (error != std::errc() || end != word->data() + word->size()) return {};
    return v;
  }
};

}  // namespace

// Collects one archive's samples.
class ArchiveIndex {
 public:
  ArchiveIndex(const std::string& path, const WebdatasetOptions& options)
      : path_(path), options_(options), current_(options.extensions.size()) {}

  Webdataset::Archive walk() {
    try {
      const int64_t window = is_remote(path_) ? kFarWindow : kNearWindow;
      archive_.unread =
          walk_tar(*open_path(path_, false), [&](const TarEntry& e) { entry(e); }, window);
    } catch (const Error& e) {
      if (e.kind != ErrorKind::io && e.kind != ErrorKind::missing_file) throw;
      fail(e.kind, "cannot read " + quoted(path_) + ": " + e.what());
    }
    finish();
    return std::move(archive_);
  }

  // The first line has a version and the number of samples. A line per sample follows: extension,
  // offset and size (and name, since v1.2) of every component.
  Webdataset::Archive read(const std::string& index) {
    const std::string text = contents(index);
    const int64_t there = size_of(path_);
    std::string_view left = text;
    int64_t number = 0;
    auto bad = [&](const std::string& why) {
      fail(ErrorKind::io, quoted(index) + ", line " + std::to_string(number) + ": " + why);
    };
    auto line = [&] {
      number++;
      const size_t end = std::min(left.find('\n'), left.size());
      Words words{left.substr(0, end)};
      left.remove_prefix(std::min(end + 1, left.size()));
      return words;
    };
    Words first = line();
    const auto version = first.next();
    if (version != "v1.1" && version != "v1.2")
      bad("no index of an archive: it begins with \"v1.1\" or \"v1.2\" and the number of samples");
    const bool names = version == "v1.2";
    const auto count = first.number();
    if (!count || *count <= 0) bad("the number of samples has to be positive");
    for (int64_t i = 0; i < *count; i++) {
      if (left.empty())
        bad("the index ends after " + std::to_string(i) + " of " + std::to_string(*count) +
            " samples");
      Words words = line();
      bool any = false;
      while (const auto extension = words.next()) {
        const auto offset = words.number(), size = words.number();
        const auto name = names ? words.next() : std::string_view();
        if (!offset || !size || !name)
          bad(std::string("a component is given by extension, offset") +
              (names ? ", size and name" : " and size"));
        if (*offset < 0 || *offset % kBlock != 0 || *size < 0)
          bad("offset " + std::to_string(*offset) + " and size " + std::to_string(*size) +
              ": offsets are multiples of 512, sizes not negative");
        if (*offset > there || *size > there - *offset)
          bad(std::to_string(*size) + " bytes from byte " + std::to_string(*offset) +
              " lie outside of " + quoted(path_) + ", which has " + std::to_string(there));
        component(std::string(*extension), *offset, *size, std::string(*name));
        any = true;
      }
      if (!any) bad("the sample has no components");
      finish();
    }
    return std::move(archive_);
  }

 private:
  struct Found {
    int64_t offset = -1, length = 0;
    std::string name;
  };

  void entry(const TarEntry& e) {
    const size_t base = e.name.rfind('/') + 1;  // 0 without a slash
    const size_t dot = std::min(e.name.find('.', base), e.name.size());
    if (dot == 0) return;  // ".name" belongs to no sample
    if (open_ && e.name.compare(0, dot, key_) != 0) finish();
    if (!open_) key_ = e.name.substr(0, dot);
    open_ = true;
    if (dot < e.name.size()) component(e.name.substr(dot + 1), e.offset, e.size, e.name);
  }

  // If several components match, the first wins.
  void component(const std::string& extension, int64_t offset, int64_t size,
                 const std::string& name) {
    open_ = true;
    const std::string& text = options_.case_sensitive ? extension : lower(extension);
    for (size_t o = 0; o < current_.size(); o++) {
      const auto& wanted = options_.extensions[o];
      if (current_[o].offset >= 0 || std::find(wanted.begin(), wanted.end(), text) == wanted.end())
        continue;
      if (size % options_.item_sizes[o] != 0)
        fail_value(quoted(path_) + ": the component ." + extension + " at byte " +
                   std::to_string(offset) + " has " + std::to_string(size) +
                   " bytes, no multiple of an element's " + std::to_string(options_.item_sizes[o]));
      current_[o] = {offset, size, name};
    }
  }

  void finish() {
    if (!open_) return;
    open_ = false;
    bool keep = true;
    for (size_t o = 0; o < current_.size(); o++) {
      if (current_[o].offset >= 0 || options_.missing == Missing::empty) continue;
      if (options_.missing == Missing::error)
        fail_value("a sample of " + quoted(path_) +
                   (key_.empty() ? "" : ", " + quoted(key_) + ",") + " has no component ." +
                   options_.extensions[o][0] +
                   "; missing_component_behavior=\"empty\" or \"skip\" would go on");
      keep = false;
    }
    for (Found& f : current_) {
      if (keep) {
        archive_.offsets.push_back(f.offset);
        archive_.lengths.push_back(f.length);
        archive_.names += f.name;
        archive_.name_ends.push_back(static_cast<int64_t>(archive_.names.size()));
      }
      f = {};
    }
  }

  static int64_t size_of(const std::string& path) {
    try {
      return open_path(path, false)->size();
    } catch (const Error& e) {
      fail(e.kind, "cannot read " + quoted(path) + ": " + e.what());
    }
  }

  static std::string contents(const std::string& path) {
    try {
      const auto file = open_path(path, true);
      std::string text(static_cast<size_t>(file->size()), '\0');
      file->read(0, file->size(), reinterpret_cast<uint8_t*>(text.data()));
      return text;
    } catch (const Error& e) {
      fail(e.kind, "cannot read " + quoted(path) + ": " + e.what());
    }
  }

  std::string path_;
  const WebdatasetOptions& options_;
  Webdataset::Archive archive_;
  std::vector<Found> current_;
  std::string key_;
  bool open_ = false;  // a sample has begun
};

Webdataset::Webdataset(std::string names, std::vector<int64_t> ends,
                       const std::vector<std::string>& indices, const WebdatasetOptions& given,
                       Pool* pool)
    : FileSet(std::move(names), std::move(ends), "", true),
      archives_(static_cast<size_t>(size())),
      outputs_(static_cast<int64_t>(given.extensions.size())) {
  WebdatasetOptions options = given;
  if (!options.case_sensitive)
    for (auto& alternatives : options.extensions)
      for (std::string& e : alternatives) e = lower(e);
  parallel(pool, size(), [&](int64_t i) {
    ArchiveIndex index(path(i), options);
    const size_t k = static_cast<size_t>(i);
    archives_[k] = indices.empty() ? index.walk() : index.read(indices[k]);
  });
  for (const Archive& a : archives_) {
    first_.push_back(samples_);
    samples_ += static_cast<int64_t>(a.offsets.size()) / outputs_;
  }
}

Webdataset::Sample Webdataset::sample(int64_t i) const {
  if (i < 0 || i >= samples_) fail(ErrorKind::index, "no such sample");
  const auto next = std::upper_bound(first_.begin(), first_.end(), i);
  return {next - first_.begin() - 1, i - *(next - 1)};
}

Webdataset::Component Webdataset::component(const Sample& s, int64_t output) const {
  const Archive& a = archives_[static_cast<size_t>(s.archive)];
  const size_t k = static_cast<size_t>(s.row * outputs_ + output);
  const size_t from = k ? static_cast<size_t>(a.name_ends[k - 1]) : 0;
  const size_t to = static_cast<size_t>(a.name_ends[k]);
  return {a.offsets[k], a.lengths[k], std::string_view(a.names).substr(from, to - from)};
}

}  // namespace hr
