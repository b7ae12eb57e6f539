// Copies windows: whole rows inside of the sample, replacement elements or fill values outside.
#include "operators/geometry/window_copy.h"

#include <cstring>
#include <vector>

#include "numerics/fill.h"
#include "numerics/strided.h"
#include "simd/convert.h"

namespace hr {
namespace {

// Converts like DALI's crops: floats to integers are truncated (`cast` rounds), and float16
// saturates at its largest number.
template <class To, class From>
To cut(From v) {
  if constexpr (is_half<From>) {
    return cut<To>(static_cast<float>(v));
  } else if constexpr (sizeof(To) < 4) {
    constexpr From lo = static_cast<From>(std::numeric_limits<To>::min());
    constexpr From hi = static_cast<From>(std::numeric_limits<To>::max());
    From c = v < lo ? lo : v;
    c = c > hi ? hi : c;
    c = c == c ? c : From(0);
    return static_cast<To>(static_cast<int32_t>(c));
  } else {
    return convert<To>(std::trunc(v));
  }
}

template <class To, class From>
void convert_run(const void* in, void* out, int64_t n) {
  const From* __restrict a = static_cast<const From*>(in);
  To* __restrict b = static_cast<To*>(out);
  for (int64_t i = 0; i < n; i++) {
    if constexpr (std::is_same_v<To, f16>) {
      float v = convert<float>(a[i]);
      b[i] = To(v > 65504.0f ? 65504.0f : v < -65504.0f ? -65504.0f : v);
    } else {
      b[i] = cut<To>(a[i]);
    }
  }
}

ConvertFunction run_converter(DType from, DType to) {
  return dispatch(from, [&](auto f) {
    return dispatch(to, [&](auto t) -> ConvertFunction {
      using From = typename decltype(f)::type;
      using To = typename decltype(t)::type;
      constexpr bool clamps = std::is_same_v<To, f16> && !is_half<From>;
      constexpr bool truncates = is_real<From> && !is_real<To> && !std::is_same_v<To, bool>;
      if constexpr (clamps || truncates)
        return &convert_run<To, From>;
      else
        return converter(from, to);
    });
  });
}

struct Copier {
  const Window& window;
  const Shape &from, &to;
  Bounds bounds;
  int last;          // innermost axis that the window cuts; everything inside is copied as a whole
  int channel_axis;  // -1: one fill value
  int64_t in_step[kMaxDims];   // bytes
  int64_t out_step[kMaxDims];  // bytes
  int in_size, out_size;       // per element
  ConvertFunction convert;     // null: same type
  std::vector<Element> fill_values;

  void put(const uint8_t* in, uint8_t* out, int64_t elements) const {
    if (convert)
      convert(in, out, elements);
    else
      std::memcpy(out, in, static_cast<size_t>(elements * in_size));
  }

  // Writes fill values to entries [first, first + count) of an axis.
  void blank(uint8_t* out, int axis, int64_t first, int64_t count, int64_t channel) const {
    if (count <= 0) return;
    int64_t elements = count * out_step[axis] / out_size;
    if (channel_axis < axis)
      return fill(out, elements, fill_values[channel_axis < 0 ? 0 : channel]);
    if (channel_axis == to.ndim - 1 && axis < channel_axis) return blank_pixels(out, elements);
    for (int64_t i = 0; i < count; i++, out += out_step[axis]) {
      int64_t c = axis == channel_axis ? first + i : channel;
      if (axis + 1 == to.ndim)
        fill(out, 1, fill_values[c]);
      else
        blank(out, axis + 1, 0, to[axis + 1], c);
    }
  }

  void blank_pixels(uint8_t* out, int64_t elements) const {
    size_t done = 0, total = static_cast<size_t>(elements * out_size);
    for (const Element& e : fill_values) {
      std::memcpy(out + done, e.bytes, static_cast<size_t>(out_size));
      done += static_cast<size_t>(out_size);
    }
    while (done < total) {
      size_t n = std::min(done, total - done);
      std::memcpy(out + done, out, n);
      done += n;
    }
  }

  // `in` is the address of element 0 of the axis, even if not in the buffer.
  void walk(const uint8_t* in, uint8_t* out, int axis, int64_t channel) const {
    int64_t lo = window.anchor[axis], n = to[axis], extent = from[axis];
    if (axis < last) {
      for (int64_t i = 0; i < n; i++) {
        int64_t at = stand_in(lo + i, extent, bounds), c = axis == channel_axis ? i : channel;
        uint8_t* target = out + i * out_step[axis];
        if (at < 0)
          blank(target, axis, i, 1, c);
        else
          walk(in + at * in_step[axis], target, axis + 1, c);
      }
      return;
    }
    int64_t unit = out_step[axis] / out_size;
    int64_t first = std::clamp<int64_t>(-lo, 0, n),
            end = std::clamp<int64_t>(extent - lo, first, n);
    if (end > first)
      put(in + (lo + first) * in_step[axis], out + first * out_step[axis], (end - first) * unit);
    if (bounds == Bounds::constant) {
      blank(out, axis, 0, first, channel);
      blank(out + end * out_step[axis], axis, end, n - end, channel);
      return;
    }
    for (int64_t i = 0; i < n; i++) {
      if (i == first) i = end;
      if (i < n)
        put(in + stand_in(lo + i, extent, bounds) * in_step[axis], out + i * out_step[axis], unit);
    }
  }
};

}  // namespace

void infer_window(const Window& w, const OutsideArgs& outside, int channel_axis, InferContext& c) {
  *static_cast<Window*>(c.state) = w;
  Shape& out = c.out[0];
  for (int d = 0; d < c.in[0].shape.ndim; d++) out.push(w.size[d]);
  if (outside.bounds != Bounds::constant) return;
  int64_t n = outside.fill_values.size(), channels = channel_axis < 0 ? 1 : out[channel_axis];
  if (n > 1 && channel_axis < 0)
    fail_value("fill_values has " + std::to_string(n) + " values, but there is no channel axis");
  if (n > 1 && n != channels)
    fail_value("fill_values has " + std::to_string(n) + " values for " + std::to_string(channels) +
               " channels");
}

void copy_window(const View& in, const Window& whole, const OutsideArgs& outside, int channel_axis,
                 const View& target) {
  const Bounds bounds = outside.bounds;
  View out = target.narrowed();
  Window w = target.windowed ? part_of_window(whole, target.region) : whole;
  if (out.volume() == 0) return;
  int n = in.shape.ndim, last = -1;
  bool inside = true;
  for (int d = 0; d < n; d++) {
    inside &= w.anchor[d] >= 0 && w.anchor[d] + w.size[d] <= in.shape[d];
    if (w.anchor[d] != 0 || w.size[d] != in.shape[d]) last = d;
  }
  if (in.windowed) last = std::max(last, 1);
  ConvertFunction convert = in.dtype == out.dtype ? nullptr : run_converter(in.dtype, out.dtype);
  if (last < 0) {
    if (convert)
      convert(in.data, out.data, out.volume());
    else
      std::memcpy(out.data, in.data, static_cast<size_t>(out.bytes()));
    return;
  }
  Copier c{w,  in.shape,           out.shape,           bounds,  last, -1, {},
           {}, itemsize(in.dtype), itemsize(out.dtype), convert, {}};
  int64_t in_step = c.in_size, out_step = c.out_size;
  for (int d = n - 1; d >= 0; d--) {
    c.in_step[d] = in_step;
    c.out_step[d] = out_step;
    in_step *= in.windowed && d == 0   ? in.region.y1 - in.region.y0
               : in.windowed && d == 1 ? in.region.x1 - in.region.x0
                                       : in.shape[d];
    out_step *= out.shape[d];
  }
  const uint8_t* origin = in.data;
  if (in.windowed) origin -= in.region.y0 * c.in_step[0] + in.region.x0 * c.in_step[1];
  if (inside && !convert) {
    for (int d = 0; d < n; d++) origin += w.anchor[d] * c.in_step[d];
    copy_strided(origin, c.in_step, out.shape, c.in_size, out.data);
    return;
  }
  if (!inside && bounds == Bounds::constant) {
    int64_t values = outside.fill_values.size();
    c.channel_axis = values > 1 ? channel_axis : -1;
    int64_t first = 0;  // a part may cover only some of the channels
    if (values > 1 && target.windowed && channel_axis < 2)
      first = channel_axis == 0 ? target.region.y0 : target.region.x0;
    const int64_t count = values > 1 ? out.shape[channel_axis] : 1;
    for (int64_t k = first; k < first + count; k++)
      c.fill_values.push_back(
          Element::c_cast_of(values ? outside.fill_values[k] : 0.0f, out.dtype));
  }
  c.walk(origin, out.data, 0, 0);
}

}  // namespace hr
