// paste: its parameters, and where the image goes.
#pragma once
#include "headrace/kernel.h"

namespace hr::paste {

enum { kRatio, kMinCanvas, kPasteX, kPasteY, kFill };

// Rows or columns before the image, of as many as are free.
inline int64_t place(const Args& args, int k, int64_t free) {
  return static_cast<int64_t>(static_cast<float>(args.f(k)) * static_cast<float>(free));
}

}  // namespace hr::paste
