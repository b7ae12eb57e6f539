// equalize: histogram equalisation of every channel.
#include "operators/color/equalize.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "numerics/pieces.h"
#include "simd/histogram.h"

namespace hr::equalize_kernel {
namespace {

void infer(InferContext& c) { c.out[0] = c.in[0].shape; }

// The lowest value maps to 0, the highest to 255; a channel with one value is unchanged.
void make_table(const uint32_t* count, int64_t total, uint8_t* table) {
  int low = 0;
  while (low < 255 && !count[low]) low++;
  if (count[low] == total) {
    for (int v = 0; v < 256; v++) table[v] = static_cast<uint8_t>(v);
    return;
  }
  float scale = 255.0f / static_cast<float>(total - count[low]);
  std::memset(table, 0, static_cast<size_t>(low) + 1);
  int64_t sum = 0;
  for (int v = low + 1; v < 256; v++) {
    sum += count[v];
    table[v] = static_cast<uint8_t>(std::nearbyint(static_cast<float>(sum) * scale));
  }
}

// Pillow's rule: values take steps of equal numbers of pixels, of which those of the highest value
// do not count. Images of few pixels, for which a step would be empty, stay as they are.
void make_stepped_table(const uint32_t* count, int64_t total, uint8_t* table) {
  int high = 255;
  while (high > 0 && !count[high]) high--;
  const int64_t step = (total - count[high]) / 255;
  int64_t sum = step / 2;
  for (int v = 0; v < 256; v++) {
    table[v] = static_cast<uint8_t>(step ? std::min<int64_t>(sum / step, 255) : v);
    sum += count[v];
  }
}

using MakeTable = void (*)(const uint32_t* count, int64_t total, uint8_t* table);

template <MakeTable make>
void equalize_one(const uint8_t* in, uint8_t* out, int64_t pixels) {
  uint32_t count[4][256] = {};
  uint8_t table[256];
  histograms().count(in, pixels, count);
  for (int v = 0; v < 256; v++) count[0][v] += count[1][v] + count[2][v] + count[3][v];
  make(count[0], pixels, table);
  histograms().look_up(in, out, pixels, table);
}

template <MakeTable make>
void equalize_three(const uint8_t* in, uint8_t* out, int64_t pixels) {
  uint32_t count[6][256] = {};
  uint8_t table[3][256];
  histograms().count3(in, pixels, count);
  for (int k = 0; k < 3; k++) {
    for (int v = 0; v < 256; v++) count[k][v] += count[k + 3][v];
    make(count[k], pixels, table[k]);
  }
  histograms().look_up3(in, out, pixels, table);
}

template <MakeTable make>
void equalize_each(const uint8_t* in, uint8_t* out, int64_t pixels, int64_t channels) {
  uint8_t* plane = scratch(static_cast<size_t>(2 * pixels));
  for (int64_t k = 0; k < channels; k++) {
    copy_pieces(in + k, channels, plane, 1, pixels, 1);
    equalize_one<make>(plane, plane + pixels, pixels);
    copy_pieces(plane + pixels, 1, out + k, channels, pixels, 1);
  }
}

template <MakeTable make>
void run(const EqualizeArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  const auto [planes, pixels, channels] = EqualizePlanes(a, out.shape);
  int64_t size = pixels * channels;
  if (size == 0) return;
  for (int64_t p = 0; p < planes; p++) {
    const uint8_t* from = in.data + p * size;
    uint8_t* to = out.data + p * size;
    if (channels == 1)
      equalize_one<make>(from, to, pixels);
    else if (channels == 3)
      equalize_three<make>(from, to, pixels);
    else
      equalize_each<make>(from, to, pixels, channels);
  }
}

const KernelEntry equalize{{.name = "equalize",
                            .args = schema<EqualizeArgs>(),
                            .infer = infer,
                            .run = typed<run<make_table>>}};

const KernelEntry stepped{{.name = "equalize_stepped",
                           .args = schema<EqualizeArgs>(),
                           .infer = infer,
                           .run = typed<run<make_stepped_table>>}};

}  // namespace
}  // namespace hr::equalize_kernel
