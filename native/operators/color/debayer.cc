// debayer: colour images from a camera sensor's Bayer mosaic.
#include "operators/color/debayer.h"

#include <algorithm>
#include <cstring>

#include "simd/debayer.h"

namespace hr::debayer_kernel {
namespace {

using Algorithm = DebayerAlgorithm;

constexpr int64_t kLeastForVng = 8;  // minimum rows and columns; smaller images use bilinear_ocv

void infer(const DebayerArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  if (in.ndim == 3 && in[2] != 1)
    fail_value("needs a mosaic of one channel, got shape " + in.str());
  if (in[0] % 2 || in[1] % 2) fail_value("needs an even height and width, got shape " + in.str());
  int64_t numbers = a.blue_position.size();
  if (numbers != 1 && numbers != 2)
    fail_value("blue_position takes two numbers (row, column), got " + std::to_string(numbers));
  int64_t y = a.blue_position.broadcast(0), x = a.blue_position.broadcast(1);
  if (y < 0 || y > 1 || x < 0 || x > 1)
    fail_value("blue_position is a place in a tile of 2 rows and columns, got (" +
               std::to_string(y) + ", " + std::to_string(x) + ")");
  c.out[0] = Shape{in[0], in[1], a.algorithm == Algorithm::gray_ocv ? 1 : 3};
}

// Position of blue in the 2×2 tile that starts at row and column 1.
struct Blue {
  int64_t y, x;

  BayerRow row(int64_t r) const {
    bool blue = (r & 1) == y;
    return {blue ? x : 1 - x, blue};
  }
};

// Computes interior pixels; border pixels are copies of their interior neighbours.
template <class T>
void interior(const View& in, const View& out, DebayerRow<T> make, Blue blue) {
  int64_t height = in.shape[0], width = in.shape[1], channels = out.shape[2];
  const T* from = in.as<T>();
  size_t pixel = static_cast<size_t>(channels) * sizeof(T),
         pitch = pixel * static_cast<size_t>(width);
  if (height <= 2 || width <= 2) {  // no interior
    std::memset(out.data, 0, static_cast<size_t>(out.bytes()));
    return;
  }
  for (int64_t y = 1; y < height - 1; y++) {
    uint8_t* row = out.data + static_cast<size_t>(y) * pitch;
    const T* middle = from + y * width;
    make(middle - width, middle, middle + width, reinterpret_cast<T*>(row), width, blue.row(y));
    std::memcpy(row, row + pixel, pixel);
    std::memcpy(row + pitch - pixel, row + pitch - 2 * pixel, pixel);
  }
  std::memcpy(out.data, out.data + pitch, pitch);
  uint8_t* last = out.data + static_cast<size_t>(height - 1) * pitch;
  std::memcpy(last, last - pitch, pitch);
}

void vng(const View& in, const View& out, Blue blue) {
  int64_t height = in.shape[0], width = in.shape[1];
  const DebayerLoops& loops = debayers();
  const auto elements = static_cast<size_t>(VngRows::elements(width));
  VngRows rows{reinterpret_cast<int16_t*>(scratch(elements * sizeof(int16_t))),
               VngRows::half_of(width)};
  // Vectors read past the last column: results are dropped, but inputs must be small.
  std::fill_n(rows.memory, elements, int16_t{0});
  auto read = [&](int64_t y) {
    int64_t mirrored = y < 0 ? -y : y >= height ? 2 * (height - 1) - y : y;
    loops.vng_read(in.data + mirrored * width, rows, y, width);
  };
  for (int64_t y = -2; y < 2; y++) read(y);
  loops.vng_gradients(rows, -1, width);
  loops.vng_gradients(rows, 0, width);
  for (int64_t y = 0; y < height; y++) {
    read(y + 2);
    loops.vng_gradients(rows, y + 1, width);
    loops.vng_write(rows, y, out.data + y * width * 3, width, blue.row(y));
  }
}

template <class T>
void run_as(const View& in, const View& out, Algorithm algorithm, Blue blue, DebayerRow<T> bilinear,
            DebayerRow<T> edgeaware, DebayerRow<T> gray) {
  interior<T>(in, out,
              algorithm == Algorithm::gray_ocv        ? gray
              : algorithm == Algorithm::edgeaware_ocv ? edgeaware
                                                      : bilinear,
              blue);
}

void run(const DebayerArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  if (out.volume() == 0) return;
  Blue blue{1 - a.blue_position.broadcast(0), 1 - a.blue_position.broadcast(1)};
  const DebayerLoops& l = debayers();
  if (a.algorithm == Algorithm::vng_ocv && in.shape[0] >= kLeastForVng &&
      in.shape[1] >= kLeastForVng)
    return vng(in, out, blue);
  if (in.dtype == DType::u8)
    run_as<uint8_t>(in, out, a.algorithm, blue, l.bilinear8, l.edgeaware8, l.gray8);
  else
    run_as<uint16_t>(in, out, a.algorithm, blue, l.bilinear16, l.edgeaware16, l.gray16);
}

const KernelEntry entry{{.name = "debayer",
                         .args = schema<DebayerArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .cost = 2.0f}};

}  // namespace
}  // namespace hr::debayer_kernel
