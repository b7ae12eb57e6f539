// Shared by the resizing kernels: a plan of axes, made by infer and executed by run.
#pragma once
#include "engine/kernel.h"
#include "numerics/resample_geometry.h"
#include "numerics/resample_tensor.h"
#include "operators/geometry/crop_window.h"
#include "operators/geometry/random_window.h"

namespace hr {

// The axes to resize, and their filters.
struct ResampleArgs {
  List<int> dims;                 // axes to resize
  Filter min_filter, mag_filter;  // when shrinking, enlarging
  bool antialias;
  std::optional<bool> cut;  // Axis::cut
};
HR_ARGS(ResampleArgs, dims, min_filter, mag_filter, antialias, cut);

// resize and tensor_resize. Lists have one number per axis of `dims`, or one for all.
struct ResizeArgs {
  ResampleArgs resample;
  std::optional<List<double>> size, scales;
  std::optional<double> resize_z, resize_y, resize_x;  // resize_x applies to the last of `dims`
  std::optional<double> resize_shorter, resize_longer;
  std::optional<SizeMode> mode;  // default: each
  SizeRounding size_rounding;
  std::optional<List<double>> max_size, roi_start, roi_end, alignment;
  bool roi_relative, subpixel;
};
HR_ARGS(ResizeArgs, resample, size, scales, resize_z, resize_y, resize_x, resize_shorter,
        resize_longer, mode, size_rounding, max_size, roi_start, roi_end, alignment, roi_relative,
        subpixel);

struct ResizeCropMirrorArgs {
  ResizeArgs resize;
  CropWindowArgs window;
  int64_t mirror;  // bit 0: the last of `dims`, bit 1: the one before …
};
HR_ARGS(ResizeCropMirrorArgs, resize, window, mirror);

struct RandomResizedCropArgs {
  ResampleArgs resample;  // two axes: H and W
  RandomWindowArgs window;
  List<int64_t> size;
};
HR_ARGS(RandomResizedCropArgs, resample, window, size);

// The arguments common to all resizing kernels.
inline const ResampleArgs& resample_of(const ResizeArgs& a) { return a.resample; }
inline const ResampleArgs& resample_of(const ResizeCropMirrorArgs& a) { return a.resize.resample; }
inline const ResampleArgs& resample_of(const RandomResizedCropArgs& a) { return a.resample; }

struct ResizePlan {
  int count = 0;
  TensorAxis axes[kMaxDims];

  void add(int dim, const Axis& axis) { axes[count++] = {dim, axis}; }
};

// An axis of `in` elements with geometry `g`.
Axis resize_axis(int64_t in, const AxisGeometry& g, const ResampleArgs& a);

// Called by infer, with the axes in any order: sorts the plan and sets the output shape.
void finish_plan(ResizePlan&, InferContext&);

// Kernel::region and Kernel::run for a state that starts with a ResizePlan.
Region resize_region(const InferContext&, const Region* want);
void resize_run(RunContext&);

}  // namespace hr
