// rotate: rotates images around their centre, volumes around an axis through it.
#include "operators/geometry/rotate.h"

#include <cmath>

#include "operators/geometry/rotation.h"

namespace hr {
namespace {

void check_count(const List<double>& values, bool by_frame, int64_t each, int64_t frames) {
  int64_t count = values.size(), rows = count / each;
  std::string name = values.name();
  if (by_frame && count % each == 0 && (rows == 1 || rows == frames)) return;
  if (by_frame)
    fail_value("argument '" + name + "' has values for " + std::to_string(rows) +
               " frames, the sequence has " + std::to_string(frames));
  if (count != each)
    fail_value("argument '" + name + "' has " + std::to_string(count) + " numbers, needs " +
               std::to_string(each));
}

// Maps output positions to input positions, both relative to their centres.
void rotation(const RotateArgs& a, int64_t frame, AffineMap& map) {
  double degrees = finite(a.angle, a.angle.size() > 1 ? frame : 0);
  auto [cosine, sine] = turn_by(degrees);
  map.n = a.sampled.spatial;
  if (map.n == 2) {
    map.a[0][0] = map.a[1][1] = cosine;
    map.a[0][1] = -sine;
    map.a[1][0] = sine;
    return;
  }
  int64_t first = a.axis.size() > 3 ? 3 * frame : 0;
  double v[3];
  for (int k = 0; k < 3; k++) v[k] = finite(a.axis, first + k);
  double length = std::hypot(v[0], v[1], v[2]);
  if (length == 0) fail_value("axis is the zero vector");
  for (double& k : v) k /= length;
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) map.a[r][c] = (1 - cosine) * v[r] * v[c];
    map.a[r][r] += cosine;
    int next = (r + 1) % 3, last = (r + 2) % 3;
    map.a[r][next] += sine * v[last];
    map.a[r][last] -= sine * v[next];
  }
}

int64_t frame_count(const RotateArgs& a, const Shape& shape) { return a.frames ? shape[0] : 1; }

}  // namespace

AffineMap rotate_map(const RotateArgs& a, int64_t frame, const PixelAxes& from,
                     const PixelAxes& to) {
  AffineMap map;
  rotation(a, frame, map);
  const double in_center[3] = {0.5 * static_cast<double>(from.w), 0.5 * static_cast<double>(from.h),
                               0.5 * static_cast<double>(from.d)};
  const double out_center[3] = {0.5 * static_cast<double>(to.w), 0.5 * static_cast<double>(to.h),
                                0.5 * static_cast<double>(to.d)};
  for (int r = 0; r < map.n; r++) {
    map.a[r][map.n] = in_center[r];
    for (int k = 0; k < map.n; k++) map.a[r][map.n] -= map.a[r][k] * out_center[k];
  }
  return map;
}

}  // namespace hr

namespace hr::rotate_kernel {
namespace {

void infer(const RotateArgs& a, InferContext& c) {
  const Shape& shape = c.in[0].shape;
  PixelAxes in = a.sampled.axes(shape);
  int64_t frames = frame_count(a, shape);
  check_sides(in, "the input");
  check_count(a.angle, a.angles, 1, frames);
  if (in.spatial == 3) check_count(a.axis, a.axes, 3, frames);
  // Frames with equal rotation are examined once: an empty array may have any number of frames.
  const bool alike = a.angle.size() == 1 && (in.spatial == 2 || a.axis.size() == 3);
  const int64_t looks = alike ? std::min<int64_t>(frames, 1) : frames;
  Canvas canvas;
  const int64_t sides[3] = {in.w, in.h, in.d};
  for (int64_t f = 0; f < looks; f++) {
    AffineMap map;
    rotation(a, f, map);
    canvas.add(map, sides);
  }
  c.out[0] = shape;
  if (!a.size.empty()) {
    set_sides(a.size, false, in, c.out[0]);
  } else if (!a.keep_size && frames > 0) {
    for (int k = 0; k < in.spatial; k++)
      c.out[0][in.first + k] = canvas.size(in.spatial - 1 - k, looks);
  }
  check_sides(a.sampled.axes(c.out[0]), "the output");
  if (shape.volume() == 0 && c.out[0].volume() > 0 && !a.fill_value)
    fail_value("an input of shape " + shape.str() + " has no pixels to rotate");
}

void run(const RotateArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  PixelAxes from = a.sampled.axes(in.shape), to = a.sampled.axes(out.shape);
  int64_t frames = frame_count(a, in.shape);
  if (out.volume() == 0) return;
  const uint8_t* fill = fill_pixel(a.fill(), from, in.dtype, out.dtype);
  SampleSource s = source_of(in, from, a.sampled.interp, a.border(), fill);
  View in_frame = in, out_frame = out;
  from.planes /= frames;
  to.planes /= frames;
  for (int64_t f = 0; f < frames; f++) {
    AffineMap map = rotate_map(a, f, from, to);
    warp_rows(in_frame, from, s, out_frame, to, [&](auto... place) { map.places(place...); });
    in_frame.data += in.bytes() / frames;
    if (frames > 1) out_frame.data += out.bytes() / frames;
  }
}

Kernel rotate(const char* name, bool makes_region) {
  return {.name = name,
          .args = schema<RotateArgs>(),
          .infer = typed<infer>,
          .run = typed<run>,
          .makes_region = makes_region,
          .cost = 4.0f};
}

const KernelEntry entries[] = {KernelEntry{rotate("rotate", true)},
                               KernelEntry{rotate("rotate_axes", false)}};

}  // namespace
}  // namespace hr::rotate_kernel
