// box_encoder: its arguments, anchors, and how boxes are told relative to them.
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

// By coordinate, so that loops over them vectorise.
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
