// Axes, sizes and fill values of operators that sample at computed positions.
#include "operators/geometry/warp_rows.h"

#include <cmath>
#include <cstring>

#include "base/to_size.h"

namespace hr {
namespace {

constexpr int64_t kMostSide = int64_t(1) << 24;  // below, floats can represent half pixels

std::string argument(const List<double>& values) {
  return "argument '" + std::string(values.name()) + "'";
}

}  // namespace

PixelAxes pixel_axes(const Shape& shape, int first, int spatial) {
  PixelAxes a;
  a.first = first;
  a.spatial = spatial;
  a.planes = shape.volume(0, first);
  int h = first + spatial - 2;
  if (spatial == 3) a.d = shape[first];
  a.h = shape[h];
  a.w = shape[h + 1];
  a.c = shape.volume(h + 2);
  return a;
}

void check_sides(const PixelAxes& a, const char* what) {
  for (int64_t side : {a.d, a.h, a.w})
    if (side > kMostSide)
      fail_value(std::string(what) + " has a side of " + std::to_string(side) +
                 " pixels, the most is " + std::to_string(kMostSide));
  double bytes = 8.0 * static_cast<double>(a.planes) * static_cast<double>(a.d) *
                 static_cast<double>(a.h) * static_cast<double>(a.w) * static_cast<double>(a.c);
  if (bytes > 0x1p62) fail_value(std::string(what) + " would have too many elements");
}

void set_sides(const List<double>& size, bool round, const PixelAxes& in, Shape& out) {
  if (size.size() != in.spatial)
    fail_value(argument(size) + " has " + std::to_string(size.size()) + " numbers, needs " +
               std::to_string(in.spatial) + ", one for each side");
  for (int i = 0; i < in.spatial; i++) {
    double v = finite(size, i);
    v = round ? std::round(v) : std::floor(v);
    if (v < 0) fail_value(argument(size) + " is negative: " + std::to_string(size[i]));
    if (v > static_cast<double>(kMostSide))
      fail_value(argument(size) + " asks for " + std::to_string(v) + " pixels, the most is " +
                 std::to_string(kMostSide));
    out[in.first + i] = to_place(v, "a side");
  }
}

double finite(const List<double>& values, int64_t k) {
  double v = static_cast<float>(values[k]);
  if (!std::isfinite(v)) fail_value(argument(values) + " holds " + std::to_string(v));
  return v;
}

const uint8_t* fill_pixel(const List<double>& fill, const PixelAxes& in, DType from, DType to) {
  int64_t item = itemsize(from);
  uint8_t* pixel = scratch(static_cast<size_t>(in.c * item), 4);
  for (int64_t c = 0; c < in.c; c++) {
    double v = fill.empty() ? 0.0 : fill.broadcast(c);
    dispatch(to, [&](auto out_tag) {
      using Out = typename decltype(out_tag)::type;
      if constexpr (!std::is_same_v<Out, bool>) v = convert<double>(convert<Out>(v));
    });
    dispatch(from, [&](auto in_tag) {
      using In = typename decltype(in_tag)::type;
      In element = convert<In>(v);
      std::memcpy(pixel + c * item, &element, sizeof element);
    });
  }
  return pixel;
}

SampleSource source_of(const View& in, const PixelAxes& a, SamplerFilter interp,
                       SamplerBorder border, const uint8_t* fill) {
  SampleSource s;
  s.data = in.data;
  s.dtype = in.dtype;
  s.d = a.d;
  s.h = a.h;
  s.w = a.w;
  s.c = s.step = a.c;
  s.interp = interp;
  s.border = border;
  s.fill = fill;
  return s;
}

}  // namespace hr
