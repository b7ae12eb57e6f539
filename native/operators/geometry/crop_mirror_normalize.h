// crop_mirror_normalize: arguments, and values that both lanes derive from them.
#pragma once
#include "numerics/fill.h"
#include "operators/geometry/crop_window.h"

namespace hr {

struct CropMirrorNormalizeArgs {
  CropWindowArgs window;
  OutsideArgs outside;
  List<double> mean, std;  // one, or one per channel
  double scale, shift;
  bool mirror;
  List<int> perm;  // output axis k is input axis perm[k]
  bool pad_output;

  int axis_w() const { return window.axes[2]; }
  int axis_c() const { return window.axes[3]; }  // -1: no channels

  // Elements of channel c become x · mul + add.
  void factors(int64_t c, float& mul, float& add) const {
    double m = scale / std.broadcast(c);
    mul = static_cast<float>(m);
    add = static_cast<float>(shift - mean.broadcast(c) * m);
  }
  // Fill value of output channel c.
  Element fill(int64_t c, DType out) const {
    const List<float>& values = outside.fill_values;
    return Element::c_cast_of(values.size() == 1 || c < values.size() ? values.broadcast(c) : 0.0f,
                              out);
  }
};
HR_ARGS(CropMirrorNormalizeArgs, window, outside, mean, std, scale, shift, mirror, perm,
        pad_output);

struct CropMirrorNormalizeState {
  Window window;
  int64_t channels;  // output channels, with padding
};

}  // namespace hr
