// Parts of a resize, mirrored or not, and resizes along any axes.
#include "numerics/resample_tensor.h"
#include "resample_samples.h"

using namespace hr;

namespace {

// Parts of an output, mirrored or not, and outputs beyond the interval: same bits as in the whole.
template <class In, class Out>
void parts() {
  for (int round = 0; round < 150; round++) {
    auto in = noise<In>(any(1, 50), any(1, 60), any(1, 5));
    Axis axes[2] = {any_axis(in.h, any(1, 60), kFilters[any(0, 5)]),
                    any_axis(in.w, any(1, 70), kFilters[any(0, 5)])};
    for (Axis& a : axes)
      if (any(0, 2) == 0) a.span = {-any(0, 9), a.out_size + any(0, 9)};
    auto whole = [&] {
      Scratch s;
      Image<Out> out(axes[0].count(), axes[1].count(), in.c);
      resize2d(in.view(), axes[0], axes[1], out.v.data(), dtype_of<Out>(), 0, s);
      return out;
    }();
    Range part[2];
    for (int d = 0; d < 2; d++) {
      Axis& a = axes[d];
      int64_t lo = any(0, a.count() - 1), hi = any(lo + 1, a.count());
      a = part_of(a, {lo, hi});
      a.mirror = any(0, 1);
      int64_t from = any(0, a.count() - 1), to = any(from + 1, a.count());
      part[d] = a.mirror ? Range{hi - to, hi - from} : Range{lo + from, lo + to};
      a = part_of(a, {from, to});
    }
    SourceWindow need = source_window(axes[0], axes[1]);
    ImageView view = in.view();
    view.data = &in.at(need.rows.lo, need.cols.lo);
    view.pitch = in.w * in.c * int64_t(sizeof(In));
    view.rows = need.rows;
    view.cols = need.cols;
    Scratch s;
    Image<Out> got(part[0].size(), part[1].size(), in.c), want = got;
    resize2d(view, axes[0], axes[1], got.v.data(), dtype_of<Out>(), 0, s);
    auto at = [&](int d, int64_t i) {
      return axes[d].mirror ? part[d].hi - 1 - i : part[d].lo + i;
    };
    for (int64_t i = 0; i < want.h; i++)
      for (int64_t j = 0; j < want.w; j++)
        for (int64_t k = 0; k < in.c; k++) want.at(i, j, k) = whole.at(at(0, i), at(1, j), k);
    CHECK(got == want);
  }
}

// Any axes of a tensor: same result as one axis after the other.
void tensors() {
  for (int round = 0; round < 60; round++) {
    int dims = int(any(1, 5));
    View in;
    in.dtype = DType::f32;
    for (int d = 0; d < dims; d++) in.shape.push(any(1, 6));
    auto values = noise<float>(1, 1, in.shape.volume());
    in.data = reinterpret_cast<uint8_t*>(values.v.data());
    TensorAxis axes[5];
    int n = 0;
    Shape shape = in.shape;
    for (int d = 0; d < dims; d++) {
      if (!any(0, 2)) continue;
      axes[n++] = {d, any_axis(in.shape[d], any(1, 7), kFilters[any(0, 5)])};
      shape[d] = axes[n - 1].axis.count();
    }
    if (!n) continue;
    std::vector<float> want = values.v;
    Shape now = in.shape;
    Scratch s;
    for (int k = 0; k < n; k++) {
      int d = axes[k].dim;
      int64_t outer = now.volume(0, d), inner = now.volume(d + 1);
      std::vector<float> next(outer * inner * axes[k].axis.count());
      resample_axis(want.data(), DType::f32, outer, inner, axes[k].axis, next.data(), DType::f32,
                    s);
      now[d] = axes[k].axis.count();
      want = next;
    }
    std::vector<float> got(shape.volume());
    n = needed_axes(axes, n);
    resample_tensor(in, in.shape, {axes, size_t(n)}, got.data(), DType::f32, s);
    // Gaussian and nearest ties may round differently if axes are resampled in pairs.
    bool ties = std::any_of(axes, axes + n, [](auto& a) {
      return a.axis.filter == Filter::nn || a.axis.filter == Filter::gaussian;
    });
    if (!ties) CHECK(distance(got, want) < 0.02);
    CHECK(now == shape);
  }
}

}  // namespace

int main() {
  parts<uint8_t, uint8_t>();
  parts<uint8_t, float>();
  parts<float, float>();
  tensors();
  std::printf(failures ? "test_resample_parts: %d failures\n" : "test_resample_parts: ok\n",
              failures);
  return failures != 0;
}
