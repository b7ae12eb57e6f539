// Arguments of hue_hsv.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct HueHsvArgs {
  float hue;  // degrees
};
HR_ARGS(HueHsvArgs, hue);

}  // namespace hr
