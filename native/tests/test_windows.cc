// Windows of crop, slice, random crops and the decoders that use them: any numbers give an error,
// or a window inside of the picture with its pixels, on memory of exact size.
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "engine/kernel.h"
#include "operators/geometry/random_window.h"
#include "samples.h"

using namespace hr;

namespace {

constexpr int64_t kHeight = 37, kWidth = 53;

Bytes picture() {  // a PNM file, which ends with the pixels
  const std::string head =
      "P6 " + std::to_string(kWidth) + " " + std::to_string(kHeight) + " 255\n";
  Bytes file(head.begin(), head.end());
  for (int64_t i = 0; i < kHeight * kWidth * 3; i++)
    file.push_back(static_cast<uint8_t>(draw(0, 255)));
  return file;
}

double number() {
  static const std::vector<double> odd = {0.0,
                                          -0.0,
                                          0.5,
                                          1.0,
                                          -1.0,
                                          0.3,
                                          1.5,
                                          37.0,
                                          53.0,
                                          1e9,
                                          9e15,
                                          1e18,
                                          1e300,
                                          -1e300,
                                          -9.3e18,
                                          9.3e18,
                                          5e-324,
                                          std::nan(""),
                                          std::numeric_limits<double>::infinity(),
                                          -std::numeric_limits<double>::infinity()};
  if (draw(0, 9) == 0) return any(odd);
  return draw(0, 1) ? static_cast<double>(draw(-2, 40)) : static_cast<double>(draw(0, 1000)) / 1000;
}

Const constant(const std::vector<double>& values) {
  Const c;
  c.given = true;
  for (double v : values) {
    c.f.push_back(v);
    const bool fits = std::fabs(v) < 9.2e18;
    c.i.push_back(fits         ? static_cast<int64_t>(v)
                  : draw(0, 1) ? std::numeric_limits<int64_t>::max()
                               : std::numeric_limits<int64_t>::min());
  }
  return c;
}

Const numbers(int64_t count) {
  std::vector<double> values;
  for (int64_t i = 0; i < count; i++) values.push_back(number());
  return constant(values);
}

// Some parameters by name; others are often omitted.
Const parameter(const std::string& name) {
  if (name == "output_type" || name == "fast_idct") return constant({0});
  if (name == "adjust_orientation" || name == "fancy_upsampling") return constant({1});
  if (name == "max_pixels") return constant({1e6});
  if (name == "rounding" || name == "anchor_relative" || name == "size_relative")
    return constant({static_cast<double>(draw(0, 1))});
  if (name.starts_with("crop_pos")) return draw(0, 1) ? constant({0.5}) : numbers(1);
  if (name.starts_with("crop_")) return numbers(1);
  if (name == "num_attempts") return constant({static_cast<double>(draw(1, 12))});
  if (name == "area" || name == "ratio") return numbers(2);
  if (draw(0, 2)) return {};
  if (name == "axes") return draw(0, 1) ? constant({1, 0}) : numbers(draw(1, 2));
  return numbers(draw(0, 4) ? 2 : draw(1, 3));
}

// Makes one call; counts it if it produced a window.
void call(const char* kernel, const Bytes& file, int& made) {
  Spec spec;
  spec.kernel = find_kernel(kernel);
  for (const char* name : spec.kernel->params) {
    Const c = parameter(name);
    if (std::string(name) == "axes" && !std::strcmp(kernel, "decode_crop"))
      c = constant({-1, 0, 1, 2});
    spec.consts.push_back(c);
  }
  spec.outs.push_back({DType::u8, 3});
  spec.read_constants();
  std::vector<ArgView> dyn(spec.consts.size());
  Args args(spec, dyn.data(), 0, 0, {static_cast<uint64_t>(draw(0, 1 << 20)), 0});
  std::unique_ptr<uint8_t[]> bytes(new uint8_t[file.size()]);
  std::memcpy(bytes.get(), file.data(), file.size());
  View in;
  in.data = bytes.get();
  in.shape = Shape{static_cast<int64_t>(file.size())};
  std::vector<uint64_t> state(static_cast<size_t>(spec.kernel->state_size) / 8 + 1);
  View out;
  InferContext infer{args, 1, 1, &in, &out.shape, state.data()};
  try {
    spec.kernel->infer(infer);
  } catch (const Error& e) {
    CHECK(e.kind == ErrorKind::value || e.kind == ErrorKind::index);
    return;
  }
  const Shape& s = out.shape;
  CHECK(s.ndim == 3 && s[0] >= 0 && s[0] <= kHeight && s[1] >= 0 && s[1] <= kWidth && s[2] == 3);
  if (draw(0, 1)) {
    const Box part = random_box(s[0], s[1]);
    out.windowed = true;
    out.region = {part.y0, part.x0, part.y1, part.x1};
  }
  const int64_t rows = out.windowed ? out.region.rows() : s[0];
  Bytes pixels(static_cast<size_t>(rows * out.pitch()));
  out.data = pixels.data();
  RunContext run{args, 1, 1, &in, &out, state.data()};
  spec.kernel->run(run);
  made++;
  if (pixels.empty()) return;
  // Its rows must be rows of the picture, at a constant stride.
  const auto begin = file.end() - kHeight * kWidth * 3;
  const auto row = static_cast<ptrdiff_t>(out.pitch());
  const auto first = std::search(begin, file.end(), pixels.begin(), pixels.begin() + row);
  CHECK(first != file.end());
  if (row < 12) return;  // short rows occur in several places
  for (int64_t y = 0; y < rows; y++)
    CHECK(std::equal(pixels.begin() + y * row, pixels.begin() + (y + 1) * row,
                     first + y * kWidth * 3));
}

void test_random_windows() {
  for (int i = 0; i < 20000; i++) {
    WindowLimits limits{{number(), number()}, {number(), number()}, draw(1, 12)};
    if (draw(0, 1)) limits = {{0.08, 1.0}, {0.75, 1.333333}, 10};
    const bool sane = limits.area[0] > 0 && limits.area[0] <= limits.area[1] &&
                      limits.ratio[0] > 0 && limits.ratio[0] <= limits.ratio[1];
    if (!sane) continue;  // operators reject those before
    const int64_t height = draw(0, 4) ? draw(1, 300) : 1, width = draw(0, 4) ? draw(1, 300) : 1;
    const Region r =
        draw_window(RandomStream({static_cast<uint64_t>(i), 0}, 0), limits, height, width);
    CHECK(r.y0 >= 0 && r.x0 >= 0 && r.rows() > 0 && r.cols() > 0 && r.y1 <= height &&
          r.x1 <= width);
  }
}

}  // namespace

int main() {
  test_random_windows();
  const Bytes file = picture();
  for (const char* kernel : {"decode_crop", "decode_slice"}) {
    int made = 0;
    for (int i = 0; i < 20000; i++) call(kernel, file, made);
    CHECK(made > 500);
  }
  return report();
}
