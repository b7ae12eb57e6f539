// LMDB's file format, version 1: pages of a B+tree. A page starts with a 16-byte header and the
// offsets of its nodes. A branch node is a page number and the smallest key of that page. A leaf
// node is a key and its value, or for a large value the number of its first page.
#include "formats/lmdb.h"

#include <bit>
#include <cstring>

namespace hr {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr uint32_t kMagic = 0xBEEFC0DE;
constexpr int64_t kHeader = 16, kNodeHeader = 8, kDatabase = 48;
constexpr int64_t kMetaSize = 24 + 2 * kDatabase + 16;
constexpr uint16_t kBranch = 1, kLeaf = 2;                     // page flags
constexpr uint16_t kLarge = 1, kSubdata = 2, kDuplicates = 4;  // node flags
constexpr uint16_t kSortedDuplicates = 4;                      // database flag
constexpr uint64_t kNoPage = ~uint64_t{0};

[[noreturn]] void damaged(const std::string& how) {
  fail(ErrorKind::io, "the LMDB database is damaged: " + how);
}

template <class T>
T get(const uint8_t* p) {
  T v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

struct Meta {
  int64_t page_size;
  uint64_t transaction, root, entries;
  uint16_t flags;
};

// Reads the meta page at `offset`. There are two; the one with the later transaction is valid.
Meta read_meta(const File& file, int64_t offset) {
  uint8_t raw[kHeader + kMetaSize];
  if (file.size() - offset < static_cast<int64_t>(sizeof raw))
    fail(ErrorKind::io, "it is too short for an LMDB database");
  file.read(offset, sizeof raw, raw);
  const uint8_t* m = raw + kHeader;
  if (get<uint32_t>(m) != kMagic) fail(ErrorKind::io, "it is no LMDB database");
  const uint32_t version = get<uint32_t>(m + 4);
  if (version != 1)
    fail(ErrorKind::notimplemented, "it is an LMDB database of format version " +
                                        std::to_string(version) + ", only version 1 is known here");
  const uint8_t *free_list = m + 24, *main = free_list + kDatabase;
  return {.page_size = get<uint32_t>(free_list),
          .transaction = get<uint64_t>(m + 24 + 2 * kDatabase + 8),
          .root = get<uint64_t>(main + 40),
          .entries = get<uint64_t>(main + 32),
          .flags = get<uint16_t>(main + 4)};
}

class Walk {
 public:
  Walk(const File& file, const Meta& meta)
      : file_(file), size_(meta.page_size), pages_left_(file.size() / meta.page_size) {}

  void visit(uint64_t number, int depth) {
    if (depth > 32) damaged("its tree is too deep");
    if (pages_left_-- <= 0) damaged("its pages form a cycle");
    std::vector<uint8_t> page(static_cast<size_t>(size_));
    file_.read(start_of(number, size_), size_, page.data());
    const uint16_t flags = get<uint16_t>(page.data() + 10);
    const int64_t lower = get<uint16_t>(page.data() + 12);
    if (!(flags & (kBranch | kLeaf)) || lower < kHeader || lower > size_)
      damaged("page " + std::to_string(number) + " is no page of a tree");
    const int64_t nodes = (lower - kHeader) / 2;
    for (int64_t k = 0; k < nodes; k++) {
      const int64_t at = get<uint16_t>(page.data() + kHeader + 2 * k);
      if (at < lower || at > size_ - kNodeHeader) outside(number);
      const uint8_t* node = page.data() + at;
      if (flags & kBranch)
        visit(get<uint32_t>(node) | uint64_t{get<uint16_t>(node + 4)} << 32, depth + 1);
      else
        add(number, at, node);
    }
  }

  LmdbIndex index{.offsets = {}, .lengths = {}, .keys = {}, .key_offsets = {0}};

 private:
  [[noreturn]] static void outside(uint64_t number) {
    damaged("a node of page " + std::to_string(number) + " reaches beyond it");
  }

  int64_t start_of(uint64_t number, int64_t bytes) const {
    const uint64_t pages = static_cast<uint64_t>(file_.size() / size_);
    if (number < 2 || number >= pages ||
        file_.size() - static_cast<int64_t>(number) * size_ < bytes)
      damaged("page " + std::to_string(number) + " lies beyond the end: it is truncated");
    return static_cast<int64_t>(number) * size_;
  }

  void add(uint64_t number, int64_t at, const uint8_t* node) {
    const int64_t length = get<uint32_t>(node);
    const uint16_t flags = get<uint16_t>(node + 4);
    const int64_t key = get<uint16_t>(node + 6);
    if (flags & (kSubdata | kDuplicates))
      fail(ErrorKind::notimplemented,
           "the LMDB database holds named databases or several values of a key");
    const int64_t stored = flags & kLarge ? 8 : length;
    if (at + kNodeHeader + key + stored > size_) outside(number);
    const uint8_t* value = node + kNodeHeader + key;
    int64_t offset = static_cast<int64_t>(number) * size_ + at + kNodeHeader + key;
    if (flags & kLarge) offset = start_of(get<uint64_t>(value), kHeader + length) + kHeader;
    index.offsets.push_back(offset);
    index.lengths.push_back(length);
    index.keys.append(reinterpret_cast<const char*>(node + kNodeHeader), static_cast<size_t>(key));
    index.key_offsets.push_back(static_cast<int64_t>(index.keys.size()));
    // Hostile files let nodes overlap, to have far more records than fit into the file.
    const int64_t taken = static_cast<int64_t>(index.keys.size() + index.offsets.size() * 10);
    if (taken > file_.size()) damaged("it has more records than fit into the file");
  }

  const File& file_;
  int64_t size_, pages_left_;
};

}  // namespace

LmdbIndex index_lmdb(const File& file) {
  Meta meta = read_meta(file, 0);
  if (meta.page_size < 512 || meta.page_size > 65536 ||
      !std::has_single_bit(static_cast<uint64_t>(meta.page_size)))
    damaged("a page size of " + std::to_string(meta.page_size));
  const Meta other = read_meta(file, meta.page_size);
  if (other.page_size == meta.page_size && other.transaction > meta.transaction) meta = other;
  if (meta.flags & kSortedDuplicates)
    fail(ErrorKind::notimplemented, "the LMDB database holds several values of a key");
  Walk walk(file, meta);
  if (meta.root != kNoPage) walk.visit(meta.root, 0);
  if (walk.index.offsets.size() != meta.entries)
    damaged("it has " + std::to_string(walk.index.offsets.size()) + " records, not " +
            std::to_string(meta.entries) + " as it says");
  return std::move(walk.index);
}

}  // namespace hr
