// Lists of arguments with a number for each spatial axis, or one for all.
#pragma once
#include <string>

#include "engine/kernel.h"

namespace hr {

// Fails when a list that is given has another length.
inline void check_per_axis(const Args& args, int param, const char* name, int axes) {
  int64_t n = args.has(param) ? args.size(param) : 1;
  if (n != 1 && n != axes)
    fail_value(std::string(name) + " has " + std::to_string(n) + " numbers, needs one or " +
               std::to_string(axes) + ", one for each spatial axis");
}

}  // namespace hr
