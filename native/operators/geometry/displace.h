// Arguments of sphere, water and jitter.
#pragma once
#include "operators/geometry/warp_rows.h"

namespace hr {

struct DisplaceArgs {  // common to all three
  bool mask;
  List<double> fill_value;
  SamplerFilter interp;
};
HR_ARGS(DisplaceArgs, mask, fill_value, interp);

struct WaterArgs {
  DisplaceArgs all;
  float ampl_x, ampl_y, freq_x, freq_y, phase_x, phase_y;
};
HR_ARGS(WaterArgs, all, ampl_x, ampl_y, freq_x, freq_y, phase_x, phase_y);

struct JitterArgs {
  DisplaceArgs all;
  int64_t degree;
};
HR_ARGS(JitterArgs, all, degree);

}  // namespace hr
