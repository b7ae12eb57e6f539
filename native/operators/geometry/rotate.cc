// rotate: images about their centre, volumes about an axis through it.
#include <cmath>

#include "operators/geometry/rotation.h"
#include "operators/geometry/warp_rows.h"

namespace hr {
namespace {

// frames: axis 0 is that of frames, which share one output size. angles, axes: their arguments have
// a value for each frame. Other parameters: see warp.cc.
enum { kAngle, kAxis, kSize, kKeepSize, kFill, kInterp, kFirst, kSpatial, kFrames, kAngles, kAxes };

PixelAxes axes(const Args& args, const Shape& shape) {
  return pixel_axes(shape, static_cast<int>(args.i(kFirst)), static_cast<int>(args.i(kSpatial)));
}

Border border(const Args& args) { return args.has(kFill) ? Border::fill : Border::clamp; }

void check_count(const Args& args, int k, int flag, int64_t each, int64_t frames) {
  int64_t count = args.size(k), rows = count / each;
  std::string name = args.spec().kernel->params[k];
  if (args.i(flag) && count % each == 0 && (rows == 1 || rows == frames)) return;
  if (args.i(flag))
    fail_value("argument '" + name + "' has values for " + std::to_string(rows) +
               " frames, the sequence has " + std::to_string(frames));
  if (count != each)
    fail_value("argument '" + name + "' has " + std::to_string(count) + " numbers, needs " +
               std::to_string(each));
}

// From places of the output to those of the input, both seen from their centres.
void rotation(const Args& args, int64_t frame, AffineMap& map) {
  int64_t angles = args.size(kAngle);
  double degrees = finite(args, kAngle, angles > 1 ? frame : 0);
  auto [cosine, sine] = turn_by(degrees);
  map.n = static_cast<int>(args.i(kSpatial));
  if (map.n == 2) {
    map.a[0][0] = map.a[1][1] = cosine;
    map.a[0][1] = -sine;
    map.a[1][0] = sine;
    return;
  }
  int64_t first = args.size(kAxis) > 3 ? 3 * frame : 0;
  double v[3];
  for (int k = 0; k < 3; k++) v[k] = finite(args, kAxis, first + k);
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

int64_t frame_count(const Args& args, const Shape& shape) { return args.i(kFrames) ? shape[0] : 1; }

void infer(InferContext& c) {
  const Shape& shape = c.in[0].shape;
  PixelAxes in = axes(c.args, shape);
  int64_t frames = frame_count(c.args, shape);
  check_sides(in, "the input");
  check_count(c.args, kAngle, kAngles, 1, frames);
  if (in.spatial == 3) check_count(c.args, kAxis, kAxes, 3, frames);
  // Frames that turn alike need one look: of an array without elements there may be any number.
  const bool alike = c.args.size(kAngle) == 1 && (in.spatial == 2 || c.args.size(kAxis) == 3);
  const int64_t looks = alike ? std::min<int64_t>(frames, 1) : frames;
  Canvas canvas;
  const int64_t sides[3] = {in.w, in.h, in.d};
  for (int64_t f = 0; f < looks; f++) {
    AffineMap map;
    rotation(c.args, f, map);
    canvas.add(map, sides);
  }
  c.out[0] = shape;
  if (c.args.has(kSize) && c.args.size(kSize) > 0) {
    set_sides(c.args, kSize, false, in, c.out[0]);
  } else if (!c.args.i(kKeepSize) && frames > 0) {
    for (int k = 0; k < in.spatial; k++)
      c.out[0][in.first + k] = canvas.size(in.spatial - 1 - k, looks);
  }
  check_sides(axes(c.args, c.out[0]), "the output");
  if (shape.volume() == 0 && c.out[0].volume() > 0 && border(c.args) != Border::fill)
    fail_value("an input of shape " + shape.str() + " has no pixels to rotate");
}

void run(RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  PixelAxes from = axes(c.args, in.shape), to = axes(c.args, out.shape);
  int64_t frames = frame_count(c.args, in.shape);
  if (out.volume() == 0) return;
  const uint8_t* fill = fill_pixel(c.args, kFill, from, in.dtype, out.dtype);
  SampleSource s =
      source_of(in, from, static_cast<Interp>(c.args.i(kInterp)), border(c.args), fill);
  View in_frame = in, out_frame = out;
  from.planes /= frames;
  to.planes /= frames;
  for (int64_t f = 0; f < frames; f++) {
    AffineMap map = rotate_map(c.args, f, from, to);
    warp_rows(in_frame, from, s, out_frame, to, [&](auto... place) { map.places(place...); });
    in_frame.data += in.bytes() / frames;
    if (frames > 1) out_frame.data += out.bytes() / frames;
  }
}

Kernel rotate(const char* name, bool makes_region) {
  return {.name = name,
          .params = {"angle", "axis", "size", "keep_size", "fill_value", "interp", "first",
                     "spatial", "frames", "angles", "axes"},
          .infer = infer,
          .run = run,
          .makes_region = makes_region,
          .cost = 4.0f};
}

const KernelEntry entries[] = {KernelEntry{rotate("rotate", true)},
                               KernelEntry{rotate("rotate_axes", false)}};

}  // namespace

AffineMap rotate_map(const Args& args, int64_t frame, const PixelAxes& from, const PixelAxes& to) {
  AffineMap map;
  rotation(args, frame, map);
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
