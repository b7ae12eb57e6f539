// Arguments of bb_flip and bbox_paste.
#pragma once
#include "engine/kernel.h"

namespace hr {

// ends: boxes are (left, top, right, bottom), else (left, top, width, height).
struct BoxFlipArgs {
  bool horizontal, vertical, ends;
};
HR_ARGS(BoxFlipArgs, horizontal, vertical, ends);

struct BoxPasteArgs {
  double ratio, paste_x, paste_y;
  bool ends;
};
HR_ARGS(BoxPasteArgs, ratio, paste_x, paste_y, ends);

}  // namespace hr
