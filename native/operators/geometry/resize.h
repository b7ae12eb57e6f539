// What the kernels that resize share: a plan of axes, made by infer and carried out by run.
#pragma once
#include "engine/kernel.h"
#include "numerics/resample_geometry.h"
#include "numerics/resample_tensor.h"
#include "operators/geometry/crop_window.h"
#include "operators/geometry/random_window.h"

namespace hr {

// Which axes are resized, with which filters.
struct ResampleArgs {
  List<int> dims;              // the axes that are resized
  int min_filter, mag_filter;  // for shrinking and enlarging axes; numbers of the public InterpType
  bool antialias;
  std::optional<bool> cut;  // Axis::cut
};
HR_ARGS(ResampleArgs, dims, min_filter, mag_filter, antialias, cut);

// resize and tensor_resize. Lists have one number for each of `dims`, or one for all.
struct ResizeArgs {
  ResampleArgs resample;
  std::optional<List<double>> size, scales;
  std::optional<double> resize_z, resize_y, resize_x;  // resize_x: of the last of `dims`
  std::optional<double> resize_shorter, resize_longer;
  std::optional<SizeMode> mode;  // left out: each
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

// The part of a kernel's arguments that all of them have.
inline const ResampleArgs& resample_of(const ResizeArgs& a) { return a.resample; }
inline const ResampleArgs& resample_of(const ResizeCropMirrorArgs& a) { return a.resize.resample; }
inline const ResampleArgs& resample_of(const RandomResizedCropArgs& a) { return a.resample; }

struct ResizePlan {
  int count = 0;
  TensorAxis axes[kMaxDims];

  void add(int dim, const Axis& axis) { axes[count++] = {dim, axis}; }
};

// The filter of a public InterpType; fails for numbers that are none.
Filter resize_filter(int interp_type);

// An axis of `in` elements, resized as `g` says.
Axis resize_axis(int64_t in, const AxisGeometry& g, const ResampleArgs& a);

// To be called by infer, with the axes in any order: puts the plan in order and fills in the shape
// of the output.
void finish_plan(ResizePlan&, InferContext&);

// Kernel::region and Kernel::run for a state that is a ResizePlan (in front of anything else).
Region resize_region(const InferContext&, const Region* want);
void resize_run(RunContext&);

}  // namespace hr
