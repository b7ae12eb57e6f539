// paint_outlines: rasterises outlines of labelled objects to a label image, like COCO's own tools.
// Inputs: size (height, width); labels of the objects; polygons (object, first vertex, end);
// vertices (x, y); masks (object, height, width, first run, end); run lengths in column-major
// order, alternating off and on. Where objects overlap, the larger label wins.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/kernel.h"
#include "simd/outline.h"

namespace hr::paint_outlines_kernel {
namespace {

constexpr int64_t kMostPixels = int64_t{1} << 28;
constexpr int kScale = 5;  // vertices are rounded to 1/5 pixel
constexpr double kFarthest = 1 << 26;

struct Item {
  int32_t label;
  int64_t which;  // index of a polygon; ~index: a mask
};

// Crossings of an outline: pixels where its inside starts or ends, going down each column.
class Switches {
 public:
  Switches(int64_t height, int64_t width, uint8_t* room)
      : height_(height), width_(width), on_(room), flips_(room + width) {
    std::memset(room, 0, static_cast<size_t>(bytes(height, width)));
    clear();
  }
  static int64_t bytes(int64_t height, int64_t width) { return (height + 1) * width; }

  void flip(int64_t x, int64_t y) {
    left_ = std::min(left_, x);
    right_ = std::max(right_, x + 1);
    top_ = std::min(top_, y);
    bottom_ = std::max(bottom_, y);
    if (y < height_) flips_[y * width_ + x] ^= 1;
  }

  // Fills between the crossings, and clears them.
  void paint(int32_t label, int32_t* out) {
    if (left_ >= right_) return;
    const int64_t n = right_ - left_;
    uint8_t* on = on_ + left_;
    std::memset(on, 0, static_cast<size_t>(n));
    for (int64_t y = top_; y < std::min(bottom_ + 1, height_); y++) {
      const int64_t at = y * width_ + left_;
      paint_row(on, flips_ + at, label, out + at, n);
    }
    clear();
  }

  int64_t height() const { return height_; }
  int64_t width() const { return width_; }

 private:
  void clear() {
    left_ = width_;
    top_ = height_;
    right_ = bottom_ = 0;
  }
  int64_t height_, width_;
  uint8_t *on_, *flips_;
  int64_t left_, right_, top_, bottom_;
};

int64_t fifths(float x) {
  const double v = kScale * static_cast<double>(x) + .5;
  if (!(v > -kFarthest)) return static_cast<int64_t>(-kFarthest);  // also NaN
  return static_cast<int64_t>(std::min(v, kFarthest));
}

// Draws the line between two vertices on the grid of 1/5 pixels. Where it crosses the middle of a
// pixel column (from 5k + 2 to 5k + 3), that column has a crossing below the upper of the two grid
// points. Points are rounded like in COCO's tools; only those next to a middle are computed.
void add_edge(Switches& s, int64_t xs, int64_t ys, int64_t xe, int64_t ye) {
  const int64_t dx = std::abs(xe - xs), dy = std::abs(ye - ys);
  if (dx == 0) return;
  const bool flat = dx >= dy;
  if (flat ? xs > xe : ys > ye) {
    std::swap(xs, xe);
    std::swap(ys, ye);
  }
  const double slope = flat ? static_cast<double>(ye - ys) / static_cast<double>(dx)
                            : static_cast<double>(xe - xs) / static_cast<double>(dy);
  auto across = [&](int64_t from, int64_t t) {  // the coordinate of the minor axis
    return static_cast<int64_t>(static_cast<double>(from) + slope * static_cast<double>(t) + .5);
  };
  auto add = [&](int64_t k, int64_t v) {
    const int64_t y = v <= 2 ? 0 : (v + 2) / kScale;  // (v - 2) / 5, rounded up
    s.flip(k, std::min(y, s.height()));
  };
  const int64_t low = flat ? xs : std::min(across(xs, 0), across(xs, dy));
  const int64_t high = flat ? xe : std::max(across(xs, 0), across(xs, dy));
  // Columns k with low <= 5k + 2 and 5k + 3 <= high.
  const int64_t begin = low <= 2 ? 0 : (low + 2) / kScale;
  const int64_t end = high < 3 ? 0 : std::min(s.width(), (high - 3) / kScale + 1);
  for (int64_t k = begin; k < end; k++) {
    const int64_t middle = kScale * k + 2;
    if (flat) {
      const int64_t t = middle - xs;
      add(k, std::min(across(ys, t), across(ys, t + 1)));
      continue;
    }
    auto beyond = [&](int64_t t) { return (across(xs, t) > middle) == (slope > 0); };
    const double guess = (static_cast<double>(middle) + .5 - static_cast<double>(xs)) / slope;
    int64_t t = std::clamp<int64_t>(static_cast<int64_t>(guess), 1, dy);
    while (t > 1 && beyond(t - 1)) t--;
    while (t < dy && !beyond(t)) t++;
    add(k, ys + t - 1);
  }
}

void add_polygon(Switches& s, const float* vertices, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    const float *a = vertices + 2 * i, *b = vertices + 2 * (i + 1 < n ? i + 1 : 0);
    add_edge(s, fifths(a[0]), fifths(a[1]), fifths(b[0]), fifths(b[1]));
  }
}

void add_runs(Switches& s, const uint32_t* runs, int64_t n) {
  const int64_t height = s.height(), all = height * s.width();
  int64_t at = 0;
  for (int64_t i = 0; i < n; i++) {
    const int64_t end = at + runs[i];
    if (end > all)
      fail_value("a mask of more than " + std::to_string(all) +
                 " pixels for an image of that many");
    while (i % 2 && at < end) {
      const int64_t x = at / height, stop = std::min(end, (x + 1) * height);
      s.flip(x, at - x * height);
      s.flip(x, stop - x * height);
      at = stop;
    }
    at = end;
  }
}

// Checks indices, which may come from an untrusted file.
void check_part(int64_t object, int64_t objects, int64_t first, int64_t end, int64_t all) {
  if (object < 0 || object >= objects || first < 0 || first > end || end > all)
    fail_value("an outline refers to an object, vertices or runs that do not exist");
}

void infer(InferContext& c) {
  const int64_t* size = c.in[0].as<int64_t>();
  if (size[0] < 1 || size[1] < 1 || size[0] > kMostPixels / size[1])
    fail_value("a mask of " + std::to_string(size[0]) + " by " + std::to_string(size[1]) +
               " pixels");
  c.out[0] = {size[0], size[1], 1};
}

void run(RunContext& c) {
  const int64_t height = c.out[0].shape[0], width = c.out[0].shape[1];
  const View &labels = c.in[1], &polygons = c.in[2], &vertices = c.in[3], &masks = c.in[4],
             &runs = c.in[5];
  const int64_t objects = labels.shape[0], np = polygons.shape[0], nm = masks.shape[0];
  auto* items =
      reinterpret_cast<Item*>(scratch(sizeof(Item) * static_cast<size_t>(np + nm) +
                                      static_cast<size_t>(Switches::bytes(height, width))));
  Switches switches(height, width, reinterpret_cast<uint8_t*>(items + np + nm));
  for (int64_t i = 0; i < np; i++) {
    const int32_t* p = polygons.as<int32_t>() + 3 * i;
    check_part(p[0], objects, p[1], p[2], vertices.shape[0]);
    items[i] = {labels.as<int32_t>()[p[0]], i};
  }
  for (int64_t i = 0; i < nm; i++) {
    const int32_t* m = masks.as<int32_t>() + 5 * i;
    check_part(m[0], objects, m[3], m[4], runs.shape[0]);
    if (m[1] != height || m[2] != width)
      fail_value("a mask of " + std::to_string(m[1]) + " by " + std::to_string(m[2]) +
                 " pixels for an image of " + std::to_string(height) + " by " +
                 std::to_string(width));
    items[np + i] = {labels.as<int32_t>()[m[0]], ~i};
  }
  std::sort(items, items + np + nm, [](const Item& a, const Item& b) { return a.label < b.label; });
  auto* out = c.out[0].as<int32_t>();
  std::memset(out, 0, static_cast<size_t>(height * width) * sizeof(int32_t));
  for (const Item* item = items; item < items + np + nm; item++) {
    if (item->which >= 0) {
      const int32_t* p = polygons.as<int32_t>() + 3 * item->which;
      add_polygon(switches, vertices.as<float>() + 2 * int64_t{p[1]}, p[2] - p[1]);
    } else {
      const int32_t* m = masks.as<int32_t>() + 5 * ~item->which;
      add_runs(switches, runs.as<uint32_t>() + m[3], m[4] - m[3]);
    }
    switches.paint(item->label, out);
  }
}

const KernelEntry entry{
    {.name = "paint_outlines", .infer = infer, .run = run, .data_inputs = 1, .cost = 20.0f}};

}  // namespace
}  // namespace hr::paint_outlines_kernel
