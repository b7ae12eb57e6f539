// Arguments of crop.
#pragma once
#include "operators/geometry/crop_window.h"

namespace hr {

struct CropArgs {
  CropWindowArgs window;
  OutsideArgs outside;
};
HR_ARGS(CropArgs, window, outside);

}  // namespace hr
