// Connected components: runs of equal elements, merged by union-find.
#include "operators/segmentation/objects.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "engine/kernel.h"

namespace hr {
namespace {

// First position after x that differs from row[x]; compares eight bytes at a time.
template <class T>
int64_t run_end(const T* row, int64_t x, int64_t width) {
  constexpr int64_t kStep = 8 / sizeof(T);
  using U = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t,
                         std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
  U first;
  std::memcpy(&first, row + x, sizeof(T));
  uint64_t all = first * (~uint64_t(0) / std::numeric_limits<U>::max());
  for (; x + kStep <= width; x += kStep) {
    uint64_t word;
    std::memcpy(&word, row + x, 8);
    word ^= all;
    if (word) return x + std::countr_zero(word) / static_cast<int64_t>(8 * sizeof(T));
  }
  for (; x < width; x++) {
    U here;
    std::memcpy(&here, row + x, sizeof(T));
    if (here != first) break;
  }
  return x;
}

uint64_t hash(int64_t value) {
  uint64_t h = static_cast<uint64_t>(value) * 0x9E3779B97F4A7C15ull;
  return h ^ h >> 32;
}

// Labels as signed integers; uint32 and uint64 are reinterpreted as signed.
template <class T>
int64_t label_of(T v) {
  if constexpr (std::is_same_v<T, uint32_t>)
    return static_cast<int32_t>(v);
  else
    return static_cast<int64_t>(v);
}

}  // namespace

void Objects::grow_table() {
  table_.assign(std::max<size_t>(64, std::bit_ceil(labels_.size() * 4)), -1);
  size_t mask = table_.size() - 1;
  for (size_t k = 0; k < labels_.size(); k++) {
    size_t at = hash(labels_[k].value) & mask;
    while (table_[at] >= 0) at = (at + 1) & mask;
    table_[at] = static_cast<int32_t>(k);
  }
}

int Objects::label_index(int64_t value) {
  size_t mask = table_.size() - 1, at = hash(value) & mask;
  for (; table_[at] >= 0; at = (at + 1) & mask)
    if (labels_[table_[at]].value == value) return table_[at];
  int index = static_cast<int>(labels_.size());
  labels_.push_back({value, 1.0});
  table_[at] = index;
  if (labels_.size() * 2 > table_.size()) grow_table();
  return index;
}

template <class T>
void Objects::read_lines(const T* data, int64_t background) {
  int64_t last = background;
  int index = 0;
  for (int64_t line = 0; line < lines_; line++) {
    const T* row = data + line * width_;
    first_[line] = static_cast<uint32_t>(runs_.size());
    for (int64_t x = 0; x < width_;) {
      int64_t end = run_end(row, x, width_), label = label_of(row[x]);
      if (label != background) {
        if (label != last) index = label_index(label), last = label;
        runs_.push_back({static_cast<int32_t>(x), static_cast<int32_t>(end), index, 0});
      }
      x = end;
    }
  }
  first_[lines_] = static_cast<uint32_t>(runs_.size());
}

void Objects::read(const View& mask, int64_t background) {
  shape_ = mask.shape;
  ndim_ = shape_.ndim;
  width_ = shape_[ndim_ - 1];
  lines_ = shape_.volume(0, ndim_ - 1);
  if (shape_.volume() > std::numeric_limits<int32_t>::max()) fail_value("the mask is too large");
  runs_.clear();
  labels_.clear();
  owners_.clear();
  grow_table();
  if (shape_.volume() == 0) lines_ = 0;
  first_.resize(lines_ + 1);
  dispatch(mask.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, bool>)
      read_lines(mask.as<uint8_t>(), background);
    else if constexpr (std::is_integral_v<T>)
      read_lines(mask.as<T>(), background);
  });
}

// Keeps the runs that take part.
void Objects::keep(int only) {
  kept_.clear();
  kept_first_.resize(lines_ + 1);
  for (int64_t line = 0; line < lines_; line++) {
    kept_first_[line] = static_cast<uint32_t>(kept_.size());
    for (uint32_t r = first_[line]; r < first_[line + 1]; r++) {
      if (only == kAll ? !(labels_[runs_[r].label].weight > 0) : runs_[r].label != only) continue;
      kept_.push_back(runs_[r]);
      kept_.back().parent = static_cast<uint32_t>(kept_.size() - 1);
    }
  }
  kept_first_[lines_] = static_cast<uint32_t>(kept_.size());
}

uint32_t Objects::root(uint32_t run) {
  while (kept_[run].parent != run) {
    kept_[run].parent = kept_[kept_[run].parent].parent;
    run = kept_[run].parent;
  }
  return run;
}

// Merges touching runs of two lines. The earlier root wins: this keeps the order of first runs.
void Objects::join(int64_t line, int64_t other) {
  uint32_t a = kept_first_[line], b = kept_first_[other];
  uint32_t a_end = kept_first_[line + 1], b_end = kept_first_[other + 1];
  while (a < a_end && b < b_end) {
    const Run &p = kept_[a], &q = kept_[b];
    if (p.label == q.label && p.start < q.end && q.start < p.end) {
      uint32_t u = root(a), v = root(b);
      if (u < v)
        kept_[v].parent = u;
      else
        kept_[u].parent = v;
    }
    if (p.end < q.end)
      a++;
    else
      b++;
  }
}

void Objects::join_lines() {
  int64_t at[kMaxDims] = {};
  for (int64_t line = 0; line < lines_; line++) {
    int64_t step = 1;
    for (int axis = ndim_ - 2; axis >= 0; axis--) {
      if (at[axis]) join(line, line - step);
      step *= shape_[axis];
    }
    for (int axis = ndim_ - 2; axis >= 0 && ++at[axis] == shape_[axis]; axis--) at[axis] = 0;
  }
}

// Computes the bounding boxes of the objects.
void Objects::measure() {
  bounds_.clear();
  object_of_.resize(kept_.size());
  int32_t at[kMaxDims] = {};
  for (int64_t line = 0; line < lines_; line++) {
    for (uint32_t r = kept_first_[line]; r < kept_first_[line + 1]; r++) {
      uint32_t owner = root(r);
      if (owner == r) {
        object_of_[r] = static_cast<int32_t>(owners_.size());
        owners_.push_back(kept_[r].label);
        size_t end = bounds_.size();
        bounds_.resize(end + 2 * ndim_);
        int32_t *lo = bounds_.data() + end, *hi = lo + ndim_;
        for (int axis = 0; axis < ndim_ - 1; axis++) lo[axis] = at[axis], hi[axis] = at[axis] + 1;
        lo[ndim_ - 1] = kept_[r].start;
        hi[ndim_ - 1] = kept_[r].end;
        continue;
      }
      int32_t* lo = bounds_.data() + int64_t(object_of_[owner]) * 2 * ndim_;
      int32_t* hi = lo + ndim_;
      for (int axis = 0; axis < ndim_ - 1; axis++) {
        lo[axis] = std::min(lo[axis], at[axis]);
        hi[axis] = std::max(hi[axis], at[axis] + 1);
      }
      lo[ndim_ - 1] = std::min(lo[ndim_ - 1], kept_[r].start);
      hi[ndim_ - 1] = std::max(hi[ndim_ - 1], kept_[r].end);
    }
    for (int axis = ndim_ - 2; axis >= 0 && ++at[axis] == shape_[axis]; axis--) at[axis] = 0;
  }
}

void Objects::find(int only) {
  owners_.clear();
  keep(only);
  join_lines();
  measure();
}

double Objects::volume(int64_t object) const {
  double v = 1;
  for (int axis = 0; axis < ndim_; axis++)
    v *= static_cast<double>(hi(object, axis) - lo(object, axis));
  return v;
}

}  // namespace hr
