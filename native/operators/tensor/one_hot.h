// Arguments of one_hot.
#pragma once
#include "engine/kernel.h"

namespace hr {

struct OneHotArgs {
  int axis;  // of the output; -1: the whole input is one class index
  int64_t num_classes;
  double on_value, off_value;
};
HR_ARGS(OneHotArgs, axis, num_classes, on_value, off_value);

}  // namespace hr
