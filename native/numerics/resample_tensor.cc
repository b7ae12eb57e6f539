// The passes that resample some axes of a tensor.
#include "numerics/resample_tensor.h"

#include <algorithm>

namespace hr {
namespace {

constexpr size_t kKept = size_t{64} << 20;  // largest buffer that a thread keeps, in bytes

// Resamples one axis, or two adjacent axes at once.
struct Pass {
  int dim = 0;
  Axis y, x;  // x: second axis of a pair
  bool pair = false;

  double growth() const {
    auto of = [](const Axis& a) {
      return static_cast<double>(a.outputs().size()) / static_cast<double>(a.in_size);
    };
    return pair ? of(y) * of(x) : of(y);
  }
};

// Chooses the cheapest order: passes that shrink the tensor first, passes that enlarge it last.
int plan(std::span<const TensorAxis> axes, Pass* passes) {
  int n = static_cast<int>(axes.size()), count = 0;
  bool pair = n >= 2 && axes[n - 2].dim + 1 == axes[n - 1].dim;
  for (int k = 0; k < n - (pair ? 2 : 0); k++) passes[count++] = {axes[k].dim, axes[k].axis, {}};
  if (pair) passes[count++] = {axes[n - 2].dim, axes[n - 2].axis, axes[n - 1].axis, true};
  std::stable_sort(passes, passes + count,
                   [](const Pass& a, const Pass& b) { return a.growth() < b.growth(); });
  return count;
}

// Resizes one image for each index of the leading axes.
void run_pair(const View& in, const Pass& p, uint8_t* out, DType out_dtype, Scratch& s) {
  ImageView view;
  view.dtype = in.dtype;
  view.h = in.shape[p.dim];
  view.w = in.shape[p.dim + 1];
  view.c = in.shape.volume(p.dim + 2);
  if (in.windowed) {
    view.rows = {in.region.y0, in.region.y1};
    view.cols = {in.region.x0, in.region.x1};
  }
  int64_t in_step = view.h * view.w * view.c * itemsize(in.dtype);
  int64_t out_pitch = p.x.count() * view.c * itemsize(out_dtype);
  for (int64_t i = 0, images = in.shape.volume(0, p.dim); i < images; i++) {
    view.data = in.data + i * in_step;
    resize2d(view, p.y, p.x, out + i * p.y.count() * out_pitch, out_dtype, out_pitch, s);
  }
}

void run_pass(const View& in, const Shape& whole, const Pass& p, uint8_t* out, DType out_dtype,
              Scratch& s) {
  if (p.pair) return run_pair(in, p, out, out_dtype, s);
  resample_axis(in.data, in.dtype, in.shape.volume(0, p.dim), in.shape.volume(p.dim + 1), p.y, out,
                out_dtype, s, whole.volume(p.dim + 1));
}

uint8_t* grow(std::vector<unsigned char>& buffer, int64_t bytes) {
  if (static_cast<int64_t>(buffer.size()) < bytes) buffer = std::vector<unsigned char>(bytes);
  return buffer.data();
}

// Treats the axis like resample_axis does: as the columns or as the rows of an image.
void settle_single(Axis& axis, int64_t inner) {
  Axis other = whole_axis(1, 1, Filter::nn);
  if (inner < 16)
    settle_ties(other, axis);
  else
    settle_ties(axis, other);
}

bool copies(const Axis& a) { return a.filter == Filter::nn || is_untouched(a); }

}  // namespace

int needed_axes(TensorAxis* axes, int n) {
  for (int k = n - 1; k >= 0 && n > 2; k--)
    if (is_untouched(axes[k].axis)) std::copy(axes + k + 1, axes + n--, axes + k);
  return n;
}

void settle_ties(std::span<TensorAxis> axes, const Shape& whole) {
  Pass passes[kMaxDims];
  int count = plan(axes, passes);
  Shape shape = whole;
  for (int k = 0; k < count; k++) {
    Pass& p = passes[k];
    shape[p.dim] = p.y.outputs().size();
    if (p.pair) shape[p.dim + 1] = p.x.outputs().size();
    if (p.pair)
      settle_ties(p.y, p.x);
    else
      settle_single(p.y, shape.volume(p.dim + 1));
    for (TensorAxis& a : axes) {
      if (a.dim == p.dim) a.axis = p.y;
      if (p.pair && a.dim == p.dim + 1) a.axis = p.x;
    }
  }
}

void resample_tensor(const View& in, const Shape& whole, std::span<const TensorAxis> axes,
                     void* out, DType out_dtype, Scratch& s) {
  Pass passes[kMaxDims];
  int count = plan(axes, passes);
  bool exact =
      std::all_of(axes.begin(), axes.end(), [](const TensorAxis& a) { return copies(a.axis); });
  DType between = exact ? in.dtype : DType::f32;
  View from = in;
  Shape all = whole;
  for (int k = 0; k < count; k++) {
    const Pass& p = passes[k];
    View to;
    to.shape = from.shape;
    auto resized = [&](int dim, const Axis& a) {
      to.shape[dim] = a.count();
      all[dim] = a.outputs().size();
    };
    resized(p.dim, p.y);
    if (p.pair) resized(p.dim + 1, p.x);
    bool last = k + 1 == count;
    to.dtype = last ? out_dtype : between;
    to.data = last ? static_cast<uint8_t*>(out) : grow(s.between[k % 2], to.bytes());
    run_pass(from, all, p, to.data, to.dtype, s);
    from = to;
  }
  for (auto& buffer : s.between)
    if (buffer.size() > kKept) buffer = {};
}

}  // namespace hr
