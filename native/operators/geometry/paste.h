// paste: its parameters, and where the image goes.
#pragma once
#include "base/to_size.h"
#include "engine/kernel.h"

namespace hr::paste {

enum { kRatio, kMinCanvas, kPasteX, kPasteY, kFill };

// Rows or columns before the image, of as many as are free.
inline int64_t place(const Args& args, int k, int64_t free) {
  return place_within(part_of_axis(args.f(k), free), free);
}

}  // namespace hr::paste
