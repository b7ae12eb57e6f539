// paste: arguments, and the position of the image.
#pragma once
#include "base/to_size.h"
#include "engine/kernel.h"

namespace hr {

struct PasteArgs {
  double ratio, min_canvas_size, paste_x, paste_y;
  List<double> fill_value;  // one, or one per channel

  // Rows or columns before the image, given the free space.
  int64_t top(int64_t free) const { return place_within(part_of_axis(paste_y, free), free); }
  int64_t left(int64_t free) const { return place_within(part_of_axis(paste_x, free), free); }
};
HR_ARGS(PasteArgs, ratio, min_canvas_size, paste_x, paste_y, fill_value);

}  // namespace hr
