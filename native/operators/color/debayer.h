// Arguments of debayer.
#pragma once
#include "engine/kernel.h"
#include "operators/color/debayer_params.cuh"

namespace hr {

using hrk::DebayerAlgorithm;

struct DebayerArgs {
  List<int64_t> blue_position;  // row, column
  DebayerAlgorithm algorithm;
};
HR_ARGS(DebayerArgs, blue_position, algorithm);

}  // namespace hr
