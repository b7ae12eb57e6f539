// bbox_rotate: bounding boxes of rotated boxes.
#include <algorithm>
#include <cstring>

#include "operators/boxes/boxes.h"
#include "operators/geometry/rotation.h"

namespace hr::bbox_rotate_kernel {
namespace {

HR_ENUM(Mode, expand, fixed, halfway);

struct BoxRotateArgs {
  List<double> angle;  // one number, in degrees
  List<int64_t> input_shape;
  List<int> places;   // positions of width and height in input_shape
  List<double> size;  // height and width of the output image; empty: see keep_size
  bool keep_size;
  Mode mode;
  float remove_threshold;
  bool normalized;
  bool extents;  // boxes are (left, top, width, height)
  bool labels;   // input 1 holds labels
};
HR_ARGS(BoxRotateArgs, angle, input_shape, places, size, keep_size, mode, remove_threshold,
        normalized, extents, labels);

constexpr int64_t kLargest = 1 << 30;  // largest image side

struct Frame {
  double cosine, sine;
  double from[2], to[2];  // width, height of the image before and after
  bool normalized;
  Mode mode;
  float remove;
};

Frame frame_of(const BoxRotateArgs& a) {
  Frame f;
  auto [cosine, sine] = turn_by(finite(a.angle));
  f.normalized = a.normalized;
  f.mode = a.mode;
  f.remove = a.remove_threshold;
  f.cosine = cosine;
  f.sine = sine;
  int64_t sides[2];
  for (int k = 0; k < 2; k++) {
    int place = a.places[k];
    if (place >= a.input_shape.size())
      fail_value("input_shape has " + std::to_string(a.input_shape.size()) +
                 " numbers, fewer than shape_layout has letters");
    sides[k] = a.input_shape[place];
    if (sides[k] < 1 || sides[k] > kLargest)
      fail_value("input_shape must be positive and at most " + std::to_string(kLargest) + ", got " +
                 std::to_string(sides[k]));
    f.from[k] = f.to[k] = static_cast<double>(sides[k]);
  }
  if (!a.size.empty()) {
    if (a.size.size() != 2)
      fail_value("size needs height and width, got " + std::to_string(a.size.size()) + " numbers");
    for (int k = 0; k < 2; k++) {
      f.to[k] = std::floor(finite(a.size, 1 - k));
      if (f.to[k] < 1) fail_value("size must be positive, got " + std::to_string(f.to[k]));
    }
  } else if (!a.keep_size) {
    AffineMap map;
    map.a[0][0] = map.a[1][1] = cosine;
    map.a[0][1] = -sine;
    map.a[1][0] = sine;
    Canvas canvas;
    canvas.add(map, sides);
    for (int k = 0; k < 2; k++) f.to[k] = static_cast<double>(canvas.size(k, 1));
  }
  return f;
}

// The box after the rotation, in pixels of the output image.
void turned(const Frame& f, const Box& b, double* lo, double* hi) {
  double center[2], half[2];
  for (int k = 0; k < 2; k++) {
    double unit = f.normalized ? f.from[k] : 1;
    double from = static_cast<double>(b.lo[k]) * unit, to = static_cast<double>(b.hi[k]) * unit;
    center[k] = (from + to) / 2 - f.from[k] / 2;
    half[k] = (to - from) / 2;
  }
  double x = f.cosine * center[0] + f.sine * center[1];
  double y = f.cosine * center[1] - f.sine * center[0];
  double c = std::fabs(f.cosine), s = std::fabs(f.sine);
  bool lies = s > c * (1 + 1e-6);  // false at 45 degrees
  double same[2] = {half[lies], half[!lies]};
  double wide[2] = {c * half[0] + s * half[1], s * half[0] + c * half[1]};
  double at[2] = {x + f.to[0] / 2, y + f.to[1] / 2};
  for (int k = 0; k < 2; k++) {
    double extent = f.mode == Mode::expand  ? wide[k]
                    : f.mode == Mode::fixed ? same[k]
                                            : (wide[k] + same[k]) / 2;
    lo[k] = at[k] - extent;
    hi[k] = at[k] + extent;
  }
}

// False if too little of the box remains in the image.
bool result(const Frame& f, const Box& b, Box& out) {
  double lo[2], hi[2], area = 1, left = 1;
  turned(f, b, lo, hi);
  for (int k = 0; k < 2; k++) {
    area *= hi[k] - lo[k];
    lo[k] = std::clamp(lo[k], 0.0, f.to[k]);
    hi[k] = std::clamp(hi[k], 0.0, f.to[k]);
    left *= hi[k] - lo[k];
    out.lo[k] = static_cast<float>(f.normalized ? lo[k] / f.to[k] : lo[k]);
    out.hi[k] = static_cast<float>(f.normalized ? hi[k] / f.to[k] : hi[k]);
  }
  double part = left / area;
  return part >= f.remove;  // also false for a box without area (NaN)
}

template <class F>
int64_t each_left(const BoxRotateArgs& a, const View& boxes, F f) {
  BoxLayout layout = BoxLayout::plain(4, a.extents);
  Frame frame = frame_of(a);
  int64_t left = 0;
  dispatch(boxes.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (is_real<T>)
      for (int64_t i = 0; i < boxes.shape[0]; i++) {
        Box out;
        if (!result(frame, layout.load(boxes.as<T>() + i * 4), out)) continue;
        f(i, left++,
          [&](uint8_t* rows) { layout.store(out, reinterpret_cast<T*>(rows) + (left - 1) * 4); });
      }
  });
  return left;
}

void infer(const BoxRotateArgs& a, InferContext& c) {
  const Shape& boxes = c.in[0].shape;
  if (boxes[1] != 4) fail_value("boxes have 4 numbers, got " + std::to_string(boxes[1]));
  if (a.labels && c.in[1].shape[0] != boxes[0])
    fail_value(std::to_string(c.in[1].shape[0]) + " labels for " + std::to_string(boxes[0]) +
               " boxes");
  int64_t left = each_left(a, c.in[0], [](int64_t, int64_t, auto) {});
  c.out[0] = Shape{left, 4};
  if (a.labels) {
    c.out[1] = c.in[1].shape;
    c.out[1][0] = left;
  }
}

void run(const BoxRotateArgs& a, RunContext& c) {
  int64_t bytes = 0;
  if (a.labels) bytes = c.in[1].shape.volume(1) * itemsize(c.in[1].dtype);
  each_left(a, c.in[0], [&](int64_t from, int64_t to, auto store) {
    store(c.out[0].data);
    if (bytes) std::memcpy(c.out[1].data + to * bytes, c.in[1].data + from * bytes, bytes);
  });
}

const KernelEntry entry{{.name = "bbox_rotate",
                         .args = schema<BoxRotateArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .data_inputs = 1}};

}  // namespace
}  // namespace hr::bbox_rotate_kernel
