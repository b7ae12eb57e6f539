// paste: an image placed on a larger canvas.
#include <algorithm>
#include <cstring>

#include "numerics/fill.h"
#include "operators/geometry/paste.h"

namespace hr {
namespace {

using namespace paste;

int64_t side(const Args& args, int64_t extent) {
  return std::max(to_place(part_of_axis(args.f(kRatio), extent), "a canvas side"),
                  to_place(args.f(kMinCanvas), "min_canvas_size"));
}

void infer(InferContext& c) {
  const Shape& in = c.in[0].shape;
  if (!(c.args.f(kRatio) >= 1))
    fail_value("ratio must be at least 1, got " + std::to_string(c.args.f(kRatio)));
  for (int k : {kPasteX, kPasteY})
    if (!(c.args.f(k) >= 0 && c.args.f(k) <= 1))
      fail_value(std::string(k == kPasteX ? "paste_x" : "paste_y") + " must be in [0, 1], got " +
                 std::to_string(c.args.f(k)));
  int64_t fills = c.args.size(kFill);
  if (fills != 1 && fills != in[2])
    fail_value("fill_value has " + std::to_string(fills) +
               " numbers, needs one or one per channel, " + std::to_string(in[2]));
  c.out[0] = Shape{side(c.args, in[0]), side(c.args, in[1]), in[2]};
}

void run(RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  int64_t h = in.shape[0], height = out.shape[0], channels = in.shape[2], item = itemsize(in.dtype),
          pixel = channels * item;
  if (out.volume() == 0) return;
  int64_t top = place(c.args, kPasteY, height - h),
          left = place(c.args, kPasteX, out.shape[1] - in.shape[1]);
  size_t row = static_cast<size_t>(out.shape[1] * pixel),
         part = static_cast<size_t>(in.shape[1] * pixel);
  if (row == part && height == h) {
    std::memcpy(out.data, in.data, row * static_cast<size_t>(h));
    return;
  }
  uint8_t* fill = scratch(row);  // one row of canvas
  for (int64_t k = 0; k < channels; k++) {
    Element e = Element::c_cast_of(c.args.f_cast(kFill, k), in.dtype);
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

const KernelEntry entry{{.name = "paste",
                         .params = {"ratio", "min_canvas_size", "paste_x", "paste_y", "fill_value"},
                         .infer = infer,
                         .run = run}};

}  // namespace
}  // namespace hr
