// crop_mirror_normalize: window, mirror, scale and shift per channel, layout and type, in one pass.
#include <cstring>
#include <vector>

#include "operators/geometry/crop_mirror_normalize.h"
#include "simd/convert.h"
#include "simd/normalize.h"

namespace hr::crop_mirror_normalize_kernel {
namespace {

using State = CropMirrorNormalizeState;

void infer(const CropMirrorNormalizeArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  State& s = *static_cast<State*>(c.state);
  s.window = crop_window(a.window, in, a.outside.bounds);
  int axis_c = a.axis_c();
  int64_t channels = axis_c < 0 ? 1 : in[axis_c];
  s.channels = channels;
  if (axis_c >= 0 && a.pad_output)
    for (s.channels = 1; s.channels < channels;) s.channels *= 2;
  auto check = [&](const auto& list, int64_t other) {
    int64_t n = list.size();
    if (n != 1 && n != channels && n != other)
      fail_value(std::string(list.name()) + " has " + std::to_string(n) + " values for " +
                 std::to_string(channels) + " channels");
  };
  check(a.mean, channels);
  check(a.std, channels);
  if (a.outside.bounds == Bounds::constant) check(a.outside.fill_values, s.channels);
  for (int64_t j = 0; j < a.std.size(); j++)
    if (a.std[j] == 0) fail_value("std must not be 0");
  for (int d = 0; d < in.ndim; d++) {
    int from = a.perm[d];
    c.out[0].push(from == axis_c ? s.channels : s.window.size[from]);
  }
}

Region region(const InferContext& c, const Region*) {
  return window_region(static_cast<const State*>(c.state)->window, c.in[0].shape, Bounds::constant);
}

struct Scaling {
  std::vector<float> mul, add;
  std::vector<Element> fill;  // per output channel, in the output type
};

Scaling scaling(const CropMirrorNormalizeArgs& a, int64_t channels, int64_t padded, DType out) {
  Scaling r;
  r.mul.resize(static_cast<size_t>(channels));
  r.add.resize(static_cast<size_t>(channels));
  for (size_t c = 0; c < r.mul.size(); c++) a.factors(static_cast<int64_t>(c), r.mul[c], r.add[c]);
  for (int64_t c = 0; c < padded; c++) r.fill.push_back(a.fill(c, out));
  return r;
}

// Geometry of one call. Axes are the input's; steps are in bytes.
struct Pass {
  const View &in, &out;
  const Window& window;
  const Scaling& scaling;
  int axis_w, axis_c;  // axis_c -1: no channels
  bool mirror;
  int64_t channels, padded;
  const uint8_t* origin;  // address of element 0 of every axis, even if not in the buffer
  int64_t in_step[kMaxDims], out_step[kMaxDims];
  int in_size, out_size;

  Pass(const CropMirrorNormalizeArgs& a, RunContext& c, const State& s, const Scaling& sc)
      : in(c.in[0]),
        out(c.out[0]),
        window(s.window),
        scaling(sc),
        axis_w(a.axis_w()),
        axis_c(a.axis_c()),
        mirror(a.mirror),
        channels(axis_c < 0 ? 1 : in.shape[axis_c]),
        padded(s.channels),
        origin(in.data),
        in_size(itemsize(in.dtype)),
        out_size(itemsize(out.dtype)) {
    int64_t step = in_size;
    for (int d = in.shape.ndim - 1; d >= 0; d--) {
      in_step[d] = step;
      step *= !in.windowed || d > 1 ? in.shape[d]
              : d == 0              ? in.region.y1 - in.region.y0
                                    : in.region.x1 - in.region.x0;
    }
    if (in.windowed) origin -= in.region.y0 * in_step[0] + in.region.x0 * in_step[1];
    step = out_size;
    for (int d = out.shape.ndim - 1; d >= 0; d--) {
      out_step[a.perm[d]] = step;
      step *= out.shape[d];
    }
  }

  int64_t width() const { return window.size[axis_w]; }
  // Columns of the window that lie inside the sample.
  int64_t first() const { return std::clamp<int64_t>(-window.anchor[axis_w], 0, width()); }
  int64_t end() const {
    return std::clamp<int64_t>(in.shape[axis_w] - window.anchor[axis_w], first(), width());
  }

  // Writes fill values to columns [from, to) of one output row, channels [c, c_end).
  void blank(uint8_t* row, int64_t from, int64_t to, int64_t c, int64_t c_end) const {
    int64_t step_w = out_step[axis_w], step_c = axis_c < 0 ? 0 : out_step[axis_c];
    for (; c < c_end; c++) {
      if (step_w == out_size) {
        fill(row + c * step_c + from * step_w, to - from, scaling.fill[c]);
        continue;
      }
      for (int64_t x = from; x < to; x++)
        std::memcpy(row + c * step_c + x * step_w, scaling.fill[c].bytes,
                    static_cast<size_t>(out_size));
    }
  }

  // Calls f(input row or null, output row, channel) for all rows of the output: for every index of
  // the axes other than W, and other than C if rows hold all channels.
  template <class F>
  void each_row(bool with_channels, F f) const {
    int64_t at[kMaxDims] = {};
    int n = in.shape.ndim;
    for (;;) {
      const uint8_t* from = origin;
      uint8_t* to = out.data;
      for (int d = 0; d < n; d++) {
        if (d == axis_w) continue;
        int64_t i = at[d] + window.anchor[d];
        if (i < 0 || i >= in.shape[d]) from = nullptr;
        if (from) from += i * in_step[d];
        to += at[d] * out_step[d];
      }
      f(from, to, axis_c < 0 || with_channels ? 0 : at[axis_c]);
      int d = n - 1;
      for (; d >= 0; d--) {
        if (d == axis_w || (with_channels && d == axis_c)) continue;
        if (++at[d] < (d == axis_c ? padded : window.size[d])) break;
        at[d] = 0;
      }
      if (d < 0) return;
    }
  }
};

// Processes rows of `count` interleaved pixels with the vector loops, for any two element types.
class RowWriter {
 public:
  RowWriter(const Pass& p, int64_t channels)
      : p_(p),
        channels_(channels),
        count_(p.end() - p.first()),
        bytes_(p.in.dtype == DType::u8),
        direct_(p.out.dtype == DType::f32),
        narrow_(converter(DType::f32, p.out.dtype)),
        widen_(converter(p.in.dtype, DType::f32)) {
    size_t line = static_cast<size_t>(count_ * std::max(channels, p.padded)) * sizeof(float);
    if (!direct_) {
      temp_ = reinterpret_cast<float*>(scratch(line, 0));
      std::memset(temp_, 0, line);  // padding channels are converted but never written
    }
    if (!bytes_ && p.in.dtype != DType::f32) wide_ = reinterpret_cast<float*>(scratch(line, 1));
  }

  // Writes planar output with W as its last axis. planes: channel stride in bytes.
  void planar(const uint8_t* row, uint8_t* out, const float* mul, const float* add,
              int64_t planes) const {
    row = widened(row);
    float* o = direct_ ? reinterpret_cast<float*>(out) : temp_;
    int64_t plane = direct_ ? planes / 4 : count_;
    if (bytes_)
      rows_.planar_u8(row, count_, channels_, mul, add, p_.mirror, o, plane);
    else
      rows_.planar_f32(reinterpret_cast<const float*>(row), count_, channels_, mul, add, p_.mirror,
                       o, plane);
    for (int64_t k = 0; !direct_ && k < channels_; k++)
      narrow_(temp_ + k * count_, out + k * planes, count_);
  }

  // Writes interleaved output (W and C last), with `padded` ≥ channels elements per pixel.
  void packed(const uint8_t* row, uint8_t* out, const float* mul, const float* add,
              int64_t padded) const {
    row = widened(row);
    float* o = direct_ ? reinterpret_cast<float*>(out) : temp_;
    if (bytes_)
      rows_.packed_u8(row, count_, channels_, mul, add, p_.mirror, o, padded);
    else
      rows_.packed_f32(reinterpret_cast<const float*>(row), count_, channels_, mul, add, p_.mirror,
                       o, padded);
    if (!direct_) narrow_(temp_, out, count_ * padded);
  }

 private:
  const uint8_t* widened(const uint8_t* row) const {
    if (!wide_) return row;
    widen_(row, wide_, count_ * channels_);
    return reinterpret_cast<const uint8_t*>(wide_);
  }

  const Pass& p_;
  int64_t channels_, count_;
  bool bytes_, direct_;
  ConvertFunction narrow_, widen_;
  float *temp_ = nullptr, *wide_ = nullptr;
  const NormalizeTable& rows_ = normalize_rows();
};

// Input rows are interleaved pixels (W and C last), or elements of one channel (W last).
void run_rows(const Pass& p, bool pixels) {
  int64_t first = p.first(), end = p.end(), width = p.width();
  int64_t left = p.mirror ? width - end : first,
          right = left + end - first;  // output columns
  RowWriter write(p, pixels ? p.channels : 1);
  bool planar = p.out_step[p.axis_w] == p.out_size;
  int64_t shift = (p.window.anchor[p.axis_w] + first) * p.in_step[p.axis_w];
  int64_t planes = pixels ? p.out_step[p.axis_c] : 0;
  const float *mul = p.scaling.mul.data(), *add = p.scaling.add.data();
  p.each_row(pixels, [&](const uint8_t* in, uint8_t* out, int64_t c) {
    int64_t c_end = pixels ? p.padded : 1, known = pixels ? p.channels : 1;
    auto blank = [&](int64_t from, int64_t to, int64_t k) {
      uint8_t* row = out - (pixels || p.axis_c < 0 ? 0 : c * p.out_step[p.axis_c]);
      if (from < to) p.blank(row, from, to, c + k, c + c_end);
    };
    if (!in || left == right) return blank(0, width, 0);
    blank(0, left, 0);
    blank(right, width, 0);
    uint8_t* to = out + left * p.out_step[p.axis_w];
    if (planar)
      write.planar(in + shift, to, mul + c, add + c, planes);
    else
      write.packed(in + shift, to, mul, add, p.padded);
    if (known < c_end) blank(left, right, known);
  });
}

// Any other layout: element by element.
void run_elements(const Pass& p) {
  int64_t first = p.first(), end = p.end(), width = p.width();
  dispatch(p.in.dtype, [&](auto ti) {
    dispatch(p.out.dtype, [&](auto to) {
      using In = typename decltype(ti)::type;
      using Out = typename decltype(to)::type;
      p.each_row(false, [&](const uint8_t* in, uint8_t* out, int64_t c) {
        for (int64_t x = 0; x < width; x++) {
          uint8_t* target = out + (p.mirror ? width - 1 - x : x) * p.out_step[p.axis_w];
          if (!in || c >= p.channels || x < first || x >= end) {
            std::memcpy(target, p.scaling.fill[c].bytes, sizeof(Out));
            continue;
          }
          const In* a = reinterpret_cast<const In*>(in + (x + p.window.anchor[p.axis_w]) *
                                                             p.in_step[p.axis_w]);
          *reinterpret_cast<Out*>(target) =
              convert<Out>(convert<float>(*a) * p.scaling.mul[c] + p.scaling.add[c]);
        }
      });
    });
  });
}

void run(const CropMirrorNormalizeArgs& a, RunContext& c) {
  if (c.out[0].volume() == 0) return;
  const State& s = c.st<State>();
  int axis_c = a.axis_c(), n = c.in[0].shape.ndim;
  Scaling sc = scaling(a, axis_c < 0 ? 1 : c.in[0].shape[axis_c], s.channels, c.out[0].dtype);
  Pass p(a, c, s, sc);
  bool planar = p.out_step[p.axis_w] == p.out_size;
  bool packed = p.axis_c >= 0 && p.out_step[p.axis_c] == p.out_size &&
                p.out_step[p.axis_w] == p.padded * p.out_size;
  if (p.axis_c == n - 1 && p.axis_w == n - 2 && (planar || packed))
    run_rows(p, true);
  else if (p.axis_w == n - 1 && planar)
    run_rows(p, false);
  else
    run_elements(p);
}

const KernelEntry entry{{.name = "crop_mirror_normalize",
                         .args = schema<CropMirrorNormalizeArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .state_size = sizeof(State),
                         .region = region}};

}  // namespace
}  // namespace hr::crop_mirror_normalize_kernel
