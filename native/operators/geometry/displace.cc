// sphere, water, jitter: move pixels by a formula.
#include "operators/geometry/displace.h"

#include <cmath>
#include <cstring>

namespace hr::displace_kernel {
namespace {

void infer(InferContext& c) {
  check_sides(pixel_axes(c.in[0].shape, 0, 2), "the input");
  c.out[0] = c.in[0].shape;
}

// Copies the requested part unchanged.
void copy(const View& in, const View& out) {
  if (!out.windowed) {
    std::memcpy(out.data, in.data, static_cast<size_t>(out.bytes()));
    return;
  }
  int64_t pixel = out.shape.volume(2) * itemsize(out.dtype), pitch = out.pitch();
  for (int64_t y = out.region.y0; y < out.region.y1; y++)
    std::memcpy(out.data + (y - out.region.y0) * pitch,
                in.data + y * in.pitch() + out.region.x0 * pixel, static_cast<size_t>(pitch));
}

template <class Place>
void displace(const DisplaceArgs& a, RunContext& c, Place place) {
  const View &in = c.in[0], &out = c.out[0];
  if (out.volume() == 0) return;
  if (!a.mask) return copy(in, out);
  PixelAxes axes = pixel_axes(in.shape, 0, 2);
  const uint8_t* fill = fill_pixel(a.fill_value, axes, in.dtype, out.dtype);
  warp_rows(in, axes, source_of(in, axes, a.interp, SamplerBorder::constant, fill), out, axes,
            place);
}

// Magnifies the centre: a pixel at distance r reads from r² / half of the longer side.
void run_sphere(const DisplaceArgs& a, RunContext& c) {
  int64_t h = c.in[0].shape[0], w = c.in[0].shape[1];
  float center_y = static_cast<float>(h) / 2, center_x = static_cast<float>(w) / 2;
  float radius = static_cast<float>(std::max<int64_t>(std::max(h, w) / 2, 1));
  displace(a, c, [=](int64_t, int64_t row, int64_t x, int64_t n, float* px, float* py, float*) {
    float dy = static_cast<float>(row) + 0.5f - center_y;
    float first = static_cast<float>(x) + 0.5f - center_x;
    for (int64_t i = 0; i < n; i++) {
      float dx = first + static_cast<float>(static_cast<int32_t>(i));
      float scale = std::sqrt(dx * dx + dy * dy) / radius;
      px[i] = center_x + dx * scale;
      py[i] = center_y + dy * scale;
    }
  });
}

// Shifts rows by a sine of their index, columns by a cosine of theirs.
void run_water(const WaterArgs& a, RunContext& c) {
  int64_t w = c.in[0].shape[1];
  float* waves = reinterpret_cast<float*>(scratch(static_cast<size_t>(w) * sizeof(float), 5));
  for (int64_t x = 0; x < w; x++)
    waves[x] = a.ampl_y * std::cos(a.freq_y * static_cast<float>(x) + a.phase_y);
  displace(a.all, c, [=](int64_t, int64_t row, int64_t x, int64_t n, float* px, float* py, float*) {
    float y = static_cast<float>(row), wave = a.ampl_x * std::sin(a.freq_x * y + a.phase_x);
    for (int64_t i = 0; i < n; i++) {
      px[i] = static_cast<float>(x) + static_cast<float>(static_cast<int32_t>(i)) + wave;
      py[i] = y + waves[x + i];
    }
  });
}

// Moves each pixel by a random distance up to `degree` / 2; four pixels share a random block.
void run_jitter(const JitterArgs& a, RunContext& c) {
  RandomStream random = c.args.random();
  int64_t w = c.in[0].shape[1];
  float range = static_cast<float>(a.degree);
  displace(a.all, c, [=](int64_t, int64_t row, int64_t x, int64_t n, float* px, float* py, float*) {
    std::array<uint32_t, 4> words{};
    for (int64_t i = 0; i < n; i++) {
      uint64_t pixel = static_cast<uint64_t>(row * w + x + i);
      if (i == 0 || pixel % 4 == 0) words = random.block(static_cast<uint32_t>(pixel / 4));
      uint32_t word = words[pixel % 4];
      auto moved = [&](int64_t at, uint32_t bits) {
        float part = static_cast<float>(bits & 0xFFFFu) * 0x1p-16f - 0.5f;
        return static_cast<float>(at) + 0.5f + range * part;
      };
      px[i] = moved(x + i, word);
      py[i] = moved(row, word >> 16);
    }
  });
}

Kernel displacement(const char* name, const ArgSchema* args, void (*run)(RunContext&), float cost) {
  return {
      .name = name, .args = args, .infer = infer, .run = run, .makes_region = true, .cost = cost};
}

const KernelEntry entries[] = {
    KernelEntry{displacement("sphere", schema<DisplaceArgs>(), typed<run_sphere>, 4.0f)},
    KernelEntry{displacement("water", schema<WaterArgs>(), typed<run_water>, 4.0f)},
    KernelEntry{displacement("jitter", schema<JitterArgs>(), typed<run_jitter>, 6.0f)}};

}  // namespace
}  // namespace hr::displace_kernel
