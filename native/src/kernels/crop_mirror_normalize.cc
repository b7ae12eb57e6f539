// crop_mirror_normalize: window, mirror, scale and shift per channel, new layout, new type; one pass.
#include <cstring>
#include <vector>

#include "crop_window.h"
#include "headrace/kernel.h"
#include "headrace/simd/convert.h"
#include "headrace/simd/normalize.h"

namespace hr {
namespace {

enum {
  kCrop,      // sizes by letter D, H, W; 0: the whole axis
  kCropD, kCropH, kCropW,
  kPosX, kPosY, kPosZ,
  kTruncate, kBounds, kFill,
  kMean, kStd, kScale, kShift, kMirror,
  kAxes,      // input axes of D, H, W, C; -1 where absent
  kPerm,      // output axis k is input axis perm[k]
  kPadOutput
};

struct State {
  Window window;
  int64_t channels;  // of the output, padded
};

void crop_axis(const Args& a, const Shape& in, Window& w, int axis, int size_param, int list_index, int pos_param) {
  if (axis < 0) return;
  double size = 0;
  if (a.has(kCrop)) {
    if (list_index >= 0) size = a.f(kCrop, list_index);
  } else if (a.has(size_param)) {
    size = a.f(size_param);
  }
  int64_t extent = in[axis], n = static_cast<int64_t>(size);
  if (size < 0) fail_value("crop size must not be negative, got " + std::to_string(size));
  if (n == 0) n = extent;
  double pos = a.f(pos_param);
  if (pos < 0 || pos > 1) fail_value("crop position must lie in [0, 1], got " + std::to_string(pos));
  w.size[axis] = n;
  w.anchor[axis] = place(extent, n, pos, a.i(kTruncate) != 0);
  confine(w, axis, extent, static_cast<Bounds>(a.i(kBounds)), in);
}

void infer(InferContext& c) {
  const Args& a = c.args;
  const Shape& in = c.in[0].shape;
  State& s = *static_cast<State*>(c.state);
  for (int d = 0; d < in.ndim; d++) s.window.size[d] = in[d];
  int axis_d = static_cast<int>(a.i(kAxes, 0)), axis_h = static_cast<int>(a.i(kAxes, 1));
  int axis_w = static_cast<int>(a.i(kAxes, 2)), axis_c = static_cast<int>(a.i(kAxes, 3));
  int listed = a.has(kCrop) ? static_cast<int>(a.size(kCrop)) : 0;
  if (a.has(kCrop) && listed != 2 && listed != 3) fail_value("crop takes 2 or 3 sizes, got " + std::to_string(listed));
  crop_axis(a, in, s.window, axis_d, kCropD, listed == 3 ? 0 : -1, kPosZ);
  crop_axis(a, in, s.window, axis_h, kCropH, listed == 3 ? 1 : 0, kPosY);
  crop_axis(a, in, s.window, axis_w, kCropW, listed == 3 ? 2 : 1, kPosX);
  s.channels = axis_c < 0 ? 1 : in[axis_c];
  for (int k : {kMean, kStd}) {
    int64_t n = a.size(k);
    if (n != 1 && n != s.channels)
      fail_value(std::string(k == kMean ? "mean" : "std") + " has " + std::to_string(n) + " values for " +
                 std::to_string(s.channels) + " channels");
  }
  for (int64_t j = 0; j < a.size(kStd); j++)
    if (a.f(kStd, j) == 0) fail_value("std must not be 0");
  if (axis_c >= 0 && a.i(kPadOutput)) {
    int64_t p = 1;
    while (p < s.channels) p *= 2;
    s.channels = p;
  }
  Shape out;
  for (int d = 0; d < in.ndim; d++) {
    int from = static_cast<int>(a.i(kPerm, d));
    out.push(from == axis_c ? s.channels : s.window.size[from]);
  }
  c.out[0] = out;
}

Region region(const InferContext& c) {
  const Shape& in = c.in[0].shape;
  const State& s = *static_cast<const State*>(c.state);
  if (c.args.i(kAxes, 1) != 0 || c.args.i(kAxes, 2) != 1) return {0, 0, in[0], in[1]};
  auto lo = [&](int d) { return std::clamp<int64_t>(s.window.anchor[d], 0, in[d]); };
  auto hi = [&](int d) { return std::clamp<int64_t>(s.window.anchor[d] + s.window.size[d], lo(d), in[d]); };
  return {lo(0), lo(1), hi(0), hi(1)};
}

struct Scaling {
  std::vector<float> mul, add, fill;
};

Scaling scaling(const Args& a, int64_t channels, int64_t padded) {
  Scaling r;
  r.mul.resize(channels);
  r.add.resize(channels);
  r.fill.assign(padded, 0);
  double scale = a.f(kScale), shift = a.f(kShift);
  for (int64_t c = 0; c < channels; c++) {
    double m = scale / a.f_cast(kStd, c);
    r.mul[c] = static_cast<float>(m);
    r.add[c] = static_cast<float>(shift - a.f_cast(kMean, c) * m);
  }
  int64_t n = a.size(kFill);
  for (int64_t c = 0; c < padded; c++)
    r.fill[c] = static_cast<float>(n == 1 ? a.f(kFill) : c < n ? a.f(kFill, c) : 0.0);
  return r;
}

template <class T>
void store(float v, uint8_t* at) {
  *reinterpret_cast<T*>(at) = convert<T>(v);
}

// HWC pixels to HWC or CHW, the window inside the image.
void run_image(RunContext& c, const State& s, const Scaling& sc, bool planar) {
  const View &in = c.in[0], &out = c.out[0];
  int64_t channels = in.shape[2], height = s.window.size[0], width = s.window.size[1];
  bool mirror = c.args.i(kMirror) != 0;
  const uint8_t* first = in.data + (s.window.anchor[0] - (in.windowed ? in.region.y0 : 0)) * in.pitch() +
                         (s.window.anchor[1] - (in.windowed ? in.region.x0 : 0)) * channels * itemsize(in.dtype);
  const NormalizeTable& rows = normalize_rows();
  bool direct = out.dtype == DType::f32, bytes = in.dtype == DType::u8;
  bool pad = s.channels != channels;
  size_t line = static_cast<size_t>(width * s.channels);
  float* temp = direct ? nullptr : reinterpret_cast<float*>(scratch(line * 4, 0));
  float* wide = bytes || in.dtype == DType::f32 ? nullptr : reinterpret_cast<float*>(scratch(static_cast<size_t>(width * channels) * 4, 1));
  ConvertFunction narrow = direct ? nullptr : converter(DType::f32, out.dtype);
  int size = itemsize(out.dtype);
  for (int64_t y = 0; y < height; y++) {
    const uint8_t* row = first + y * in.pitch();
    if (wide) {
      converter(in.dtype, DType::f32)(row, wide, width * channels);
      row = reinterpret_cast<const uint8_t*>(wide);
    }
    const float* frow = reinterpret_cast<const float*>(row);
    if (planar) {
      float* o = direct ? out.as<float>() + y * width : temp;
      int64_t plane = direct ? height * width : width;
      if (bytes) rows.planar_u8(row, width, channels, sc.mul.data(), sc.add.data(), mirror, o, plane);
      else rows.planar_f32(frow, width, channels, sc.mul.data(), sc.add.data(), mirror, o, plane);
      for (int64_t k = channels; k < s.channels; k++) std::fill_n(o + k * plane, width, sc.fill[k]);
      if (!direct)
        for (int64_t k = 0; k < s.channels; k++)
          narrow(temp + k * width, out.data + (k * height + y) * width * size, width);
    } else {
      float* o = direct ? out.as<float>() + y * width * s.channels : temp;
      if (bytes) rows.packed_u8(row, width, channels, sc.mul.data(), sc.add.data(), mirror, o, s.channels);
      else rows.packed_f32(frow, width, channels, sc.mul.data(), sc.add.data(), mirror, o, s.channels);
      if (pad)
        for (int64_t x = 0; x < width; x++)
          for (int64_t k = channels; k < s.channels; k++) o[x * s.channels + k] = sc.fill[k];
      if (!direct) narrow(temp, out.data + y * static_cast<int64_t>(line) * size, static_cast<int64_t>(line));
    }
  }
}

// Any layout, any window: element by element.
void run_general(RunContext& c, const State& s, const Scaling& sc) {
  const View &in = c.in[0], &out = c.out[0];
  int axis_w = static_cast<int>(c.args.i(kAxes, 2)), axis_c = static_cast<int>(c.args.i(kAxes, 3));
  bool mirror = c.args.i(kMirror) != 0;
  int n = in.shape.ndim;
  int64_t step[kMaxDims];  // input strides in elements
  int64_t extent[kMaxDims], first[kMaxDims];
  for (int d = 0; d < n; d++) {
    extent[d] = in.shape[d];
    first[d] = 0;
  }
  if (in.windowed) {
    extent[0] = in.region.y1 - in.region.y0;
    extent[1] = in.region.x1 - in.region.x0;
    first[0] = in.region.y0;
    first[1] = in.region.x0;
  }
  step[n - 1] = 1;
  for (int d = n - 2; d >= 0; d--) step[d] = step[d + 1] * extent[d + 1];
  int perm[kMaxDims];
  for (int d = 0; d < n; d++) perm[d] = static_cast<int>(c.args.i(kPerm, d));
  int64_t at[kMaxDims] = {};
  int64_t total = out.volume();
  dispatch(in.dtype, [&](auto ti) {
    using In = typename decltype(ti)::type;
    dispatch(out.dtype, [&](auto to) {
      using Out = typename decltype(to)::type;
      const In* a = in.as<In>();
      Out* b = out.as<Out>();
      for (int64_t e = 0; e < total; e++) {
        int64_t offset = 0, channel = 0;
        bool inside = true;
        for (int d = 0; d < n; d++) {
          int from = perm[d];
          int64_t i = at[d];
          if (from == axis_c) channel = i;
          if (from == axis_w && mirror) i = s.window.size[from] - 1 - i;
          i += s.window.anchor[from];
          inside &= i >= 0 && i < in.shape[from];
          offset += (i - first[from]) * step[from];
        }
        float v = inside ? static_cast<float>(a[offset]) * sc.mul[channel] + sc.add[channel] : sc.fill[channel];
        b[e] = convert<Out>(v);
        for (int d = n - 1; d >= 0; d--) {
          if (++at[d] < out.shape[d]) break;
          at[d] = 0;
        }
      }
    });
  });
}

void run(RunContext& c) {
  const Args& a = c.args;
  const View& in = c.in[0];
  if (c.out[0].volume() == 0) return;
  const State& s = c.st<State>();
  int axis_c = static_cast<int>(a.i(kAxes, 3));
  Scaling sc = scaling(a, axis_c < 0 ? 1 : in.shape[axis_c], s.channels);
  bool inside = true;
  for (int d = 0; d < in.shape.ndim; d++)
    inside &= s.window.anchor[d] >= 0 && s.window.anchor[d] + s.window.size[d] <= in.shape[d];
  bool image = in.shape.ndim == 3 && axis_c == 2 && a.i(kAxes, 1) == 0 && a.i(kAxes, 2) == 1;
  bool planar = image && a.i(kPerm, 0) == 2 && a.i(kPerm, 1) == 0;
  bool packed = image && a.i(kPerm, 0) == 0 && a.i(kPerm, 1) == 1;
  if (inside && (planar || packed))
    run_image(c, s, sc, planar);
  else
    run_general(c, s, sc);
}

const KernelEntry entry{{.name = "crop_mirror_normalize",
                         .params = {"crop", "crop_d", "crop_h", "crop_w", "crop_pos_x", "crop_pos_y", "crop_pos_z",
                                    "truncate", "bounds", "fill_values", "mean", "std", "scale", "shift", "mirror",
                                    "axes", "perm", "pad_output"},
                         .infer = infer,
                         .run = run,
                         .state_size = sizeof(State),
                         .region = region}};

}  // namespace
}  // namespace hr
