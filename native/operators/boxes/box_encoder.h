// Anchors, and how boxes are told relative to them: for the kernel box_encoder.
#pragma once
#include <vector>

#include "engine/kernel.h"

namespace hr {

// By coordinate, so that loops over them vectorise.
struct Anchors {
  int64_t count = 0;
  std::vector<float> left, top, right, bottom, area;
};

struct BoxEncoding {
  float criteria, scale, mean[4], deviation[4];
  bool offset;
};
BoxEncoding box_encoding(const Args& args);

}  // namespace hr
