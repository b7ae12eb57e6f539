// Arguments of filters: the spatial axes, and lists with one number per axis.
#pragma once
#include <string>

#include "engine/kernel.h"
#include "numerics/convolve.h"

namespace hr {

HR_ARGS(SpatialAxes, first, count);

// Fails unless a list has one number, or one per axis.
template <class T>
void check_per_axis(const List<T>& list, int axes) {
  const int64_t n = list.size();
  if (n != 1 && n != axes)
    fail_value(std::string(list.name()) + " has " + std::to_string(n) + " numbers, needs one or " +
               std::to_string(axes) + ", one for each spatial axis");
}

// Fails unless a list has one number for both axes of an image, or two.
template <class T>
void check_pair(const List<T>& list) {
  const int64_t n = list.size();
  if (n != 1 && n != 2)
    fail_value(std::string(list.name()) + " has " + std::to_string(n) +
               " numbers, needs one or two (x, y)");
}

}  // namespace hr
