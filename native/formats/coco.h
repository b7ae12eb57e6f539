// COCO annotation files as flat arrays, reduced to what readers need; run-length masks.
#pragma once
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "formats/files.h"
#include "formats/json_scan.h"

namespace hr {

// A list of trivially copyable values that grows to hundreds of megabytes by realloc: the kernel
// remaps pages, so that the data is not held twice.
template <class T>
class LongList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  LongList() = default;
  LongList(LongList&& o) noexcept
      : data_(std::exchange(o.data_, nullptr)),
        size_(std::exchange(o.size_, 0)),
        room_(std::exchange(o.room_, 0)) {}
  LongList& operator=(LongList&&) = delete;
  ~LongList() { std::free(data_); }
  void push_back(T x) {
    if (size_ == room_) grow();
    data_[size_++] = x;
  }
  void resize(size_t n) { size_ = n; }  // shrinks only
  void shrink() {                       // releases unused memory
    if (T* fit = size_ ? static_cast<T*>(std::realloc(data_, size_ * sizeof(T))) : nullptr) {
      data_ = fit;
      room_ = size_;
    }
  }
  size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  const T& operator[](size_t i) const { return data_[i]; }

 private:
  void grow() {
    const size_t room = room_ < 512 ? 1024 : room_ + room_ / 2;
    void* more = std::realloc(data_, room * sizeof(T));
    if (!more) throw std::bad_alloc();
    data_ = static_cast<T*>(more);
    room_ = room;
  }
  T* data_ = nullptr;
  size_t size_ = 0, room_ = 0;
};

// Images, annotations and categories in the order of the file. "Ends" are running totals:
// annotation a has polygons polygon_ends[a - 1] … polygon_ends[a], and so on. Size -1: not given.
struct CocoFile {
  LongList<int64_t> image_ids;
  LongList<int32_t> image_sizes;  // height, width
  LongList<uint8_t> names;
  LongList<int64_t> name_ends;

  LongList<int64_t> annotation_images;      // ids
  LongList<int64_t> annotation_categories;  // ids
  LongList<uint8_t> crowds;
  LongList<float> boxes;                // left, top, width, height
  LongList<int64_t> annotation_places;  // offset in the file, for error messages

  // Outlines, filled only on request. An annotation has polygons or runs, not both.
  LongList<int64_t> polygon_ends;  // per annotation
  LongList<int64_t> vertex_ends;   // per polygon
  LongList<float> vertices;        // x, y
  LongList<int64_t> run_ends;      // per annotation
  LongList<uint32_t> runs;
  LongList<int32_t> run_sizes;  // height, width per annotation; -1: no runs

  LongList<int64_t> category_ids;
};

// Reads a whole file: from a function (throws JsonError), or a File (errors give line and offset).
CocoFile read_coco(JsonScanner::Read read, bool outlines, size_t block = size_t{1} << 20);
CocoFile read_coco(const File& file, bool outlines);

// Decodes run lengths from COCO's compressed text, 6 bits per character.
void decode_runs(std::string_view text, LongList<uint32_t>& runs);

}  // namespace hr
