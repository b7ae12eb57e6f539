// tint: its arguments.
#pragma once
#include <headrace/plugin.h>

HR_ENUM(Way, mix, darken);

struct TintArgs {
  hr::List<double> color;  // one number for each channel
  double amount;
  std::optional<Way> way;
};
HR_ARGS(TintArgs, color, amount, way);
