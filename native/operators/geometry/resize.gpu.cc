// resize, random_resized_crop. Up to three adjacent axes are a step of composed kernels, which
// computes a pixel from its whole window at once; other axes are resized one after another.
#include <algorithm>
#include <cstring>

#include "base/checked.h"
#include "gpu/kernel.h"
#include "numerics/resample_sampling.h"
#include "operators/geometry/resize.h"
#include "operators/geometry/resize_params.cuh"

namespace hr::gpu::resize_kernel {
namespace {

// True if all samples use linear filters. False if filters vary per sample.
bool has_triangles(const ResampleArgs& a) {
  auto linear = [](Filter f) { return f == Filter::linear || f == Filter::triangular; };
  return linear(a.min_filter) && linear(a.mag_filter);
}

bool is_framed(const Spec& spec) { return spec.frame_inputs != 0; }

// ---- composed step ----------------------------------------------------------------------------

// All axes from the first resized one on need a name; a last axis that is not resized is channels.
struct Named {
  int first = 0, spatial = 0;
  bool channels = false;
  std::vector<int> dims;

  Named(const ResampleArgs& a, int ndim) {
    for (int64_t k = 0; k < a.dims.size(); k++) dims.push_back(a.dims[k]);
    if (dims.empty()) dims = {0};  // nothing to resize: a copy
    first = *std::min_element(dims.begin(), dims.end());
    channels = ndim - first > 1 && !resized(ndim - 1);
    spatial = ndim - first - channels;
  }
  bool resized(int dim) const { return std::find(dims.begin(), dims.end(), dim) != dims.end(); }
};

template <class A>
Axes axes(const A& args, const Spec&, int, int ndim) {
  Named n(resample_of(args), ndim);
  Axes a;
  a.x = n.first + n.spatial - 1;
  if (n.spatial > 1) a.y = a.x - 1;
  if (n.spatial > 2) a.z = a.x - 2;
  a.c = n.channels ? ndim - 1 : -1;
  // Each index of unnamed leading axes costs a record: limit their number.
  if (n.spatial == 1 && n.first > 0) a.y = n.first - 1;
  int unnamed = a.y >= 0 ? std::min(a.y, n.first) : n.first;
  if (a.z < 0 && unnamed > 1) a.z = unnamed - 1;
  return a;
}

template <class A>
bool composes(const A& a, const Spec& spec) {
  return Named(resample_of(a), spec.outs[0].ndim - is_framed(spec)).spatial <= 3;
}

template <class A>
std::string more(const A& a, const Spec& spec, const View*, int) {
  Named n(resample_of(a), spec.outs[0].ndim - is_framed(spec));
  std::string deep = n.spatial == 3 && n.resized(n.first) ? ", true" : ", false";
  return deep + (has_triangles(resample_of(a)) ? ", true" : ", false");
}

// Fills the marks of a stepwise axis; caches those of the last axis.
void walk(const Axis& a, hrk::ResizeAxis& to) {
  thread_local Axis last;
  thread_local float marks[hrk::kWalkMarks];
  int64_t end = std::max<int64_t>(a.computed().hi, 1);
  to.every = static_cast<int>((end + hrk::kWalkMarks - 1) / hrk::kWalkMarks);
  if (!(last == a)) {
    walk_nearest(a, to.every, hrk::kWalkMarks, marks);
    last = a;
  }
  std::copy(std::begin(marks), std::end(marks), to.walk);
}

void choose_table(Filter f, hrk::ResizeAxis& to) {
  to.table = f == Filter::cubic      ? hrk::kCubicTable
             : f == Filter::gaussian ? hrk::kGaussianTable
                                     : hrk::kLanczosTable;
  int end = f == Filter::cubic      ? hrk::kGaussianTable
            : f == Filter::gaussian ? hrk::kLanczosTable
                                    : hrk::kFilterPoints;
  to.last = static_cast<float>(end - to.table - 2);
}

hrk::ResizeAxis axis_params(const Axis& a) {
  if (a.in_size > INT32_MAX)
    fail_value("an axis of " + std::to_string(a.in_size) + " elements is too large for one launch");
  const AxisSampling s = sampling_of(a);
  const Range part = a.computed();
  hrk::ResizeAxis r{};
  r.from = static_cast<int>(a.mirror ? part.hi - 1 : part.lo);
  r.step = a.mirror ? -1 : 1;
  r.in_size = static_cast<int>(a.in_size);
  r.origin = static_cast<int>(s.origin);
  r.size = static_cast<int>(s.size);
  r.taps = static_cast<int>(s.taps);
  r.scale = s.scale;
  r.left = s.left;
  r.per_pixel = s.per_pixel;
  r.cut = a.cut;
  r.kind = hrk::kResizeTable;
  r.table = -1;
  if (s.copied || a.filter == Filter::nn) r.per_pixel = 1;  // centre of the triangle
  if (s.copied) {
    r.kind = hrk::kResizeCopy;
  } else if (a.filter == Filter::nn) {
    r.kind = a.stepwise ? hrk::kResizeWalk : hrk::kResizeNearest;
    if (a.stepwise) walk(a, r);
  } else if (a.filter == Filter::linear || a.filter == Filter::triangular) {
    r.kind = hrk::kResizeTriangular;
  } else {
    choose_table(a.filter, r);
  }
  return r;
}

hrk::ResizeAxis untouched() {
  hrk::ResizeAxis r{};
  r.kind = hrk::kResizeCopy;
  r.table = -1;
  r.step = 1;
  r.size = r.taps = 1;
  r.per_pixel = 1;
  return r;
}

// A sample's plan with settled ties; dims are relative to the axes after `lead`.
ResizePlan settled(const StepSample& s, int lead) {
  ResizePlan plan = s.st<ResizePlan>();
  for (int k = 0; k < plan.count; k++) plan.axes[k].dim -= lead;
  settle_ties({plan.axes, static_cast<size_t>(plan.count)}, s.in[0].shape);
  return plan;
}

bool is_copied(const hrk::ResizeAxis& a) { return a.kind < hrk::kResizeTriangular; }

void pack(const StepSample& s, void* to) {
  hrk::ResizeParams& p = *static_cast<hrk::ResizeParams*>(to);
  const Spec& spec = s.args.spec();
  ResizePlan plan = settled(s, spec.outs[0].ndim - is_framed(spec) - s.out[0].shape.ndim);
  p.z = p.y = p.x = untouched();
  p.y.in_size = StepSample::size(s.in[0], s.in_axes.y);
  for (int k = 0; k < plan.count; k++) {
    const TensorAxis& a = plan.axes[k];
    hrk::ResizeAxis& named = a.dim == s.out_axes.x ? p.x : a.dim == s.out_axes.y ? p.y : p.z;
    named = axis_params(a.axis);
  }
  p.channels = s.channels;
  p.copies = is_copied(p.z) && is_copied(p.y) && is_copied(p.x);
  p.few = p.x.taps > 1 && p.x.taps <= hrk::kFewColumns && p.y.taps <= hrk::kFewRows;
}

// ---- separate launches ------------------------------------------------------------------------

struct TensorJob {
  const StepSample* s;
  ResizePlan plan;
  bool copies = true;
  Shape shape;     // current shape, while axes are resized
  Address at = 0;  // address of the current data
  bool sums = false;
};

TensorJob job_of(const StepSample& s) {
  TensorJob j{&s, settled(s, 0)};
  j.shape = s.in[0].shape;
  j.at = reinterpret_cast<Address>(s.in[0].data);
  for (int k = 0; k < j.plan.count; k++)
    j.copies = j.copies && is_copied(axis_params(j.plan.axes[k].axis));
  return j;
}

// Uploads all axes of a sample that is only copied.
uint64_t attach_copies(Run& run, const TensorJob& j, int& count) {
  const Shape &in = j.s->in[0].shape, &out = j.s->out[0].shape;
  std::vector<hrk::ResampleCopy> axes(static_cast<size_t>(in.ndim));
  int64_t stride = 1;
  for (int d = in.ndim - 1; d >= 0; d--) {
    axes[d] = {untouched(), out[d], stride};
    stride *= in[d];
  }
  for (int k = 0; k < j.plan.count; k++)
    axes[j.plan.axes[k].dim].axis = axis_params(j.plan.axes[k].axis);
  count = in.ndim;
  return run.attach(axes.data(), axes.size() * sizeof(axes[0]));
}

// The pass over a sample's next axis, or the final copy. `last`: writes to the output.
hrk::ResamplePass next_pass(Run& run, TensorJob& j, int k, bool last, Address to) {
  hrk::ResamplePass p{};
  p.from = j.at;
  p.from_sums = j.sums;
  p.to = last ? reinterpret_cast<Address>(j.s->out[0].data) : to;
  p.to_sums = !last;
  if (j.copies) {
    p.axes = attach_copies(run, j, p.copies);
    p.count = j.s->out[0].volume();
    return p;
  }
  const TensorAxis& a = j.plan.axes[k];
  hrk::ResizeAxis axis = axis_params(a.axis);
  p.axes = run.attach(&axis, sizeof axis);
  p.inner = j.shape.volume(a.dim + 1);
  p.out = a.axis.count();
  j.shape[a.dim] = p.out;
  p.count = j.shape.volume();
  j.at = p.to;
  j.sums = true;
  return p;
}

// One launch per axis. Samples with fewer axes to resize join later launches.
template <class A>
void run(Run& run) {
  std::vector<TensorJob> jobs;
  for (const StepSample& s : run.samples) jobs.push_back(job_of(s));
  const View &in = run.samples[0].in[0], &out = run.samples[0].out[0];
  std::string call =
      "resample_pass<" + std::string(type_name(in.dtype)) + ", " + type_name(out.dtype) + ">";
  int passes = std::max(1, static_cast<int>(resample_of(run.spec().as<A>()).dims.size()));
  for (int pass = 0; pass < passes; pass++) {
    bool last = pass + 1 == passes;
    std::vector<hrk::ResamplePass> records;
    std::vector<int64_t> places;
    int64_t bytes = 0;
    int64_t most = 0;
    for (TensorJob& j : jobs) {
      int k = pass - (passes - j.plan.count);
      if (k < 0 || (j.copies && !last)) continue;
      records.push_back(next_pass(run, j, k, last, 0));
      places.push_back(bytes);
      most = std::max<int64_t>(most, records.back().count);
      if (!last)
        bytes = checked_add(
            bytes, checked_round_up(checked_multiply(records.back().count, int64_t{4}), 256));
    }
    if (records.empty()) continue;
    if (!last) {
      Address base = run.temporary(static_cast<size_t>(bytes));
      size_t r = 0;
      for (TensorJob& j : jobs) {
        if (pass < passes - j.plan.count || j.copies) continue;
        j.at = records[r].to = base + static_cast<Address>(places[r]);
        r++;
      }
    }
    uint64_t table = run.attach(records.data(), records.size() * sizeof(records[0]));
    run.launch("operators/geometry/resize.cuh", call, table, static_cast<int64_t>(records.size()),
               sizeof(hrk::ResamplePass), blocks_for(most));
  }
}

// save_attrs: the original sizes, the same for all frames.
void original_sizes(const ResizeArgs& a, const StepSample& s, int, void* to) {
  const List<int>& dims = a.resample.dims;
  int32_t* sizes = static_cast<int32_t*>(to);
  for (int64_t k = 0; k < s.out[0].volume(); k++)
    sizes[k] =
        static_cast<int32_t>(s.in[0].shape[dims[k % dims.size()] + is_framed(s.args.spec())]);
}

template <class A>
GpuKernel kernel() {
  return {.file = "operators/geometry/resize.cuh",
          .type = "Resize",
          .more = typed<more<A>>,
          .params = sizeof(hrk::ResizeParams),
          .pack = pack,
          .axes = typed<axes<A>>,
          .reads = Reads::many,
          .shares = Shares::below,
          .composes = typed<composes<A>>,
          .run = run<A>,
          .host_output = std::is_same_v<A, ResizeArgs> ? typed<original_sizes> : nullptr};
}

const Entry resize{"resize", kernel<ResizeArgs>()};
const Entry resize_crop_mirror{"resize_crop_mirror", kernel<ResizeCropMirrorArgs>()};
const Entry random_resized_crop{"random_resized_crop", kernel<RandomResizedCropArgs>()};

}  // namespace
}  // namespace hr::gpu::resize_kernel
