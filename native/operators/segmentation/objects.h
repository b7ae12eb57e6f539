// Objects of a mask: connected components of equal labels, in any number of dimensions.
#pragma once
#include <vector>

#include "base/value.h"

namespace hr {

// Neighbours share a face. The mask is read once, as runs of equal elements along its last axis;
// later steps only use runs. Reused for many masks: memory grows and is kept.
class Objects {
 public:
  struct Label {
    int64_t value;
    double weight;  // set by the caller; 0 excludes its runs
  };

  // Reads a mask of an integer type (uint32 and uint64 labels are reinterpreted as signed). Then
  // `labels` are the labels found, without the background label, in the order of first runs.
  void read(const View& mask, int64_t background);
  std::vector<Label>& labels() { return labels_; }

  // Finds the objects of all labels with nonzero weight, or of one label (an index of labels()).
  static constexpr int kAll = -1;
  void find(int only = kAll);

  int64_t count() const { return static_cast<int64_t>(owners_.size()); }
  int owner(int64_t object) const { return owners_[object]; }  // index of its label
  int64_t lo(int64_t object, int axis) const { return bounds_[object * 2 * ndim_ + axis]; }
  int64_t hi(int64_t object, int axis) const { return bounds_[(object * 2 + 1) * ndim_ + axis]; }
  double volume(int64_t object) const;  // of the bounding box

 private:
  struct Run {
    int32_t start, end;
    int label;        // index of labels_
    uint32_t parent;  // index of an earlier run of the same object, or its own
  };

  template <class T>
  void read_lines(const T* data, int64_t background);
  int label_index(int64_t value);
  void grow_table();
  void keep(int only);
  uint32_t root(uint32_t run);
  void join(int64_t line, int64_t other);
  void join_lines();
  void measure();

  int ndim_ = 0;
  int64_t lines_ = 0, width_ = 0;
  Shape shape_;
  std::vector<Run> runs_, kept_;
  std::vector<uint32_t> first_, kept_first_;  // first run of each line, plus the end
  std::vector<Label> labels_;
  std::vector<int32_t> table_;  // hash table of labels: index of labels_, -1 if free
  std::vector<int32_t> owners_, bounds_, object_of_;
};

}  // namespace hr
