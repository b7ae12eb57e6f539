// paste: places an image on a larger canvas.
#include <algorithm>
#include <cstring>

#include "numerics/fill.h"
#include "operators/geometry/paste.h"

namespace hr::paste_kernel {
namespace {

void check_place(double at, const char* name) {
  if (!(at >= 0 && at <= 1))
    fail_value(std::string(name) + " must be in [0, 1], got " + std::to_string(at));
}

void infer(const PasteArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  if (!(a.ratio >= 1)) fail_value("ratio must be at least 1, got " + std::to_string(a.ratio));
  check_place(a.paste_x, "paste_x");
  check_place(a.paste_y, "paste_y");
  int64_t fills = a.fill_value.size();
  if (fills != 1 && fills != in[2])
    fail_value("fill_value has " + std::to_string(fills) +
               " numbers, needs one or one per channel, " + std::to_string(in[2]));
  auto side = [&](int64_t extent) {
    return std::max(to_place(part_of_axis(a.ratio, extent), "a canvas side"),
                    to_place(a.min_canvas_size, "min_canvas_size"));
  };
  c.out[0] = Shape{side(in[0]), side(in[1]), in[2]};
}

void run(const PasteArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  int64_t h = in.shape[0], height = out.shape[0], channels = in.shape[2], item = itemsize(in.dtype),
          pixel = channels * item;
  if (out.volume() == 0) return;
  int64_t top = a.top(height - h), left = a.left(out.shape[1] - in.shape[1]);
  size_t row = static_cast<size_t>(out.shape[1] * pixel),
         part = static_cast<size_t>(in.shape[1] * pixel);
  if (row == part && height == h) {
    std::memcpy(out.data, in.data, row * static_cast<size_t>(h));
    return;
  }
  uint8_t* fill = scratch(row);  // one canvas row
  for (int64_t k = 0; k < channels; k++) {
    Element e = Element::c_cast_of(a.fill_value.broadcast(k), in.dtype);
    std::memcpy(fill + k * item, e.bytes, static_cast<size_t>(item));
  }
  for (size_t done = static_cast<size_t>(pixel); done < row;) {
    size_t n = std::min(done, row - done);
    std::memcpy(fill + done, fill, n);
    done += n;
  }
  size_t before = static_cast<size_t>(left * pixel);
  for (int64_t y = 0; y < height; y++) {
    uint8_t* o = out.data + static_cast<size_t>(y) * row;
    if (y < top || y >= top + h) {
      std::memcpy(o, fill, row);
      continue;
    }
    std::memcpy(o, fill, before);
    std::memcpy(o + before, in.data + static_cast<size_t>(y - top) * part, part);
    std::memcpy(o + before + part, fill, row - part - before);
  }
}

const KernelEntry entry{
    {.name = "paste", .args = schema<PasteArgs>(), .infer = typed<infer>, .run = typed<run>}};

}  // namespace
}  // namespace hr::paste_kernel
