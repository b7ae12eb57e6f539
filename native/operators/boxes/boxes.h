// Boxes of two or three dimensions, as rows of an array.
#pragma once
#include <array>

#include "engine/kernel.h"

namespace hr {

inline constexpr int kBoxAxes = 3;

struct Box {
  std::array<float, kBoxAxes> lo{}, hi{};
};

// Columns of a row: column[k] is the start on axis k, column[n + k] the end or the extent.
struct BoxLayout {
  int axes = 0;  // 2 or 3
  bool extents = false;
  std::array<int, 2 * kBoxAxes> column{};

  // For rows of `width` numbers with starts first.
  static BoxLayout plain(int64_t width, bool extents) {
    BoxLayout layout;
    layout.axes = static_cast<int>(width / 2);
    layout.extents = extents;
    if (width != 4 && width != 6)
      fail_value("boxes have 4 or 6 numbers, got " + std::to_string(width));
    for (int k = 0; k < 2 * layout.axes; k++) layout.column[k] = k;
    return layout;
  }
  // The same, with `columns` from a named layout if given.
  static BoxLayout named(const std::optional<List<int>>& columns, bool extents, int64_t width) {
    BoxLayout layout = plain(width, extents);
    if (!columns) return layout;
    if (columns->size() != width)
      fail_value("a layout of " + std::to_string(columns->size()) +
                 " letters does not go with boxes of " + std::to_string(width) + " numbers");
    for (int k = 0; k < 2 * layout.axes; k++) layout.column[k] = (*columns)[k];
    return layout;
  }

  template <class T>
  Box load(const T* row) const {
    Box b;
    for (int k = 0; k < axes; k++) {
      b.lo[k] = static_cast<float>(row[column[k]]);
      b.hi[k] = static_cast<float>(row[column[axes + k]]);
      if (extents) b.hi[k] += b.lo[k];
    }
    return b;
  }

  template <class T>
  void store(const Box& b, T* row) const {
    for (int k = 0; k < axes; k++) {
      row[column[k]] = static_cast<T>(b.lo[k]);
      row[column[axes + k]] = static_cast<T>(extents ? b.hi[k] - b.lo[k] : b.hi[k]);
    }
  }
};

}  // namespace hr
