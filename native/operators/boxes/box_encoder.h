// box_encoder: arguments, anchors, and the encoding of boxes relative to anchors.
#pragma once
#include <vector>

#include "engine/kernel.h"

namespace hr {

struct BoxEncoderArgs {  // the same for all samples
  List<float> anchors, means, stds;
  float criteria, scale;
  bool offset;
};
HR_ARGS(BoxEncoderArgs, anchors, means, stds, criteria, scale, offset);

// One array per coordinate, so that loops vectorise.
struct Anchors {
  int64_t count = 0;
  std::vector<float> left, top, right, bottom, area;
};

struct BoxEncoding {
  float criteria, scale, mean[4], deviation[4];
  bool offset;
};
BoxEncoding box_encoding(const BoxEncoderArgs& a);

}  // namespace hr
