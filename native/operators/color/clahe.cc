// clahe: contrast-limited histogram equalisation of tiles, blended between tiles.
#include "operators/color/clahe.h"

#include <bit>
#include <cstring>

#include "simd/histogram.h"
#include "simd/lab.h"

namespace hr {
namespace {

constexpr int kBins = 256;

}  // namespace

ClaheTiles::ClaheTiles(int64_t height, int64_t width, const ClaheArgs& a) {
  int64_t across = a.tiles_x, down = a.tiles_y;
  if (across < 1 || down < 1) fail_value("tiles_x and tiles_y must be positive");
  bool fits = width % across == 0 && height % down == 0;
  x = {width, across, fits ? width / across : width / across + 1};
  y = {height, down, fits ? height / down : height / down + 1};
  int64_t area = x.size * y.size;
  scale = 255.0f / static_cast<float>(area);
  limit = area;
  if (a.clip_limit > 0)
    limit = static_cast<int64_t>(
        std::clamp(static_cast<double>(a.clip_limit) * double(area) / kBins, 1.0, double(area)));
}

namespace {

class Equalizer {
 public:
  explicit Equalizer(const ClaheTiles& tiles)
      : x_(tiles.x), y_(tiles.y), limit_(tiles.limit), used_(tiles.x.used()), scale_(tiles.scale) {
    int64_t width = x_.n;
    size_t tables = static_cast<size_t>(used_) * kBins, columns = static_cast<size_t>(width);
    ends_ = reinterpret_cast<int64_t*>(scratch(static_cast<size_t>(used_ + 1) * 8 +
                                                   (tables + kBins + 2 * columns) * 4 + 2 * tables +
                                                   columns,
                                               1));
    cells_ = reinterpret_cast<uint32_t*>(ends_ + used_ + 1);
    packed_ = cells_ + tables + kBins;
    across_ = reinterpret_cast<float*>(packed_ + columns);
    upper_ = reinterpret_cast<uint8_t*>(across_ + columns);
    lower_ = upper_ + tables;
    row_ = lower_ + tables;
    for (int64_t x = 0, cell = -1; x < width; x++) {
      int64_t here = x_.before(x, &across_[x]) + 1;
      while (cell < here) ends_[++cell] = x;
      ends_[here] = x + 1;
    }
  }

  // Calls put(y, row) for every row of the result.
  template <class Put>
  void operator()(const uint8_t* in, Put put) {
    int64_t have = -2;  // row of tiles in `upper_`, before clamping
    for (int64_t y = 0; y < y_.n; y++) {
      float part;
      int64_t tile = y_.before(y, &part);
      if (tile != have) advance(in, tile, have);
      have = tile;
      look_up(in + y * x_.n);
      histograms().blend(packed_, across_, part, row_, x_.n);
      put(y, row_);
    }
  }

 private:
  // Makes the tables for pixel rows between the centres of two rows of tiles.
  void advance(const uint8_t* in, int64_t tile, int64_t have) {
    int64_t above = y_.clamp(tile), below = y_.clamp(tile + 1);
    size_t size = static_cast<size_t>(used_) * kBins;
    if (have >= -1 && y_.clamp(have + 1) == above)
      std::memcpy(upper_, lower_, size);
    else
      make_tables(in, above, upper_);
    if (below == above)
      std::memcpy(lower_, upper_, size);
    else
      make_tables(in, below, lower_);
    for (int64_t cell = 0; cell <= used_; cell++) {
      int64_t left = std::max<int64_t>(cell - 1, 0) * kBins,
              right = std::min(cell, used_ - 1) * kBins;
      for (int v = 0; v < kBins; v++)
        cells_[cell * kBins + v] = static_cast<uint32_t>(upper_[left + v] | upper_[right + v] << 8 |
                                                         lower_[left + v] << 16) |
                                   static_cast<uint32_t>(lower_[right + v]) << 24;
    }
  }

  void make_tables(const uint8_t* in, int64_t tile_row, uint8_t* tables) {
    for (int64_t tile = 0; tile < used_; tile++) {
      uint32_t count[4][kBins] = {};
      int64_t begin = tile * x_.size, end = begin + x_.size, inside = std::min(end, x_.n);
      for (int64_t y = tile_row * y_.size; y < (tile_row + 1) * y_.size; y++) {
        const uint8_t* row = in + y_.mirrored(y) * x_.n;
        if (begin < inside) histograms().count(row + begin, inside - begin, count);
        for (int64_t x = std::max(begin, inside); x < end; x++) count[0][row[x_.mirrored(x)]]++;
      }
      for (int v = 0; v < kBins; v++) count[0][v] += count[1][v] + count[2][v] + count[3][v];
      make_table(count[0], tables + tile * kBins);
    }
  }

  // The clipped excess is distributed evenly over all bins; its remainder at equal intervals.
  void make_table(uint32_t* count, uint8_t* table) const {
    int64_t excess = 0;
    for (int v = 0; v < kBins; v++)
      if (count[v] > limit_) {
        excess += count[v] - limit_;
        count[v] = static_cast<uint32_t>(limit_);
      }
    int64_t each = excess / kBins, rest = excess % kBins;
    int64_t step = rest ? std::max<int64_t>(kBins / rest, 1) : kBins;
    for (int64_t v = 0; v < kBins && rest > 0; v += step, rest--) count[v]++;
    int64_t sum = 0;
    for (int v = 0; v < kBins; v++) {
      sum += count[v] + each;
      float scaled = std::min(static_cast<float>(sum) * scale_, 255.0f);
      table[v] = static_cast<uint8_t>(std::bit_cast<uint32_t>(scaled + 8388608.0f));  // to even
    }
  }

  // packed_[x]: the four mapped values of pixel x, one per surrounding tile.
  void look_up(const uint8_t* in) {
    for (int64_t x = 0, cell = 0; x < x_.n; x = ends_[cell++])
      histograms().look_up_fours(in + x, packed_ + x, ends_[cell] - x, cells_ + cell * kBins);
  }

  ClaheAxis x_, y_;
  int64_t limit_, used_;  // used_: number of tile columns that pixels need
  float scale_;
  int64_t* ends_;  // ends of the cells between tile centres, in pixels
  uint32_t *cells_, *packed_;
  float* across_;            // position of each pixel within its cell
  uint8_t *upper_, *lower_;  // tables of two rows of tiles
  uint8_t* row_;
};

}  // namespace
}  // namespace hr

namespace hr::clahe_kernel {
namespace {

void infer(InferContext& c) {
  const Shape& in = c.in[0].shape;
  if (in[2] != 1 && in[2] != 3)
    fail_value("needs images with 1 or 3 channels, got shape " + in.str());
  c.out[0] = in;
}

void run(const ClaheArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  int64_t height = in.shape[0], width = in.shape[1], pixels = height * width;
  if (pixels == 0) return;
  Equalizer equalize(ClaheTiles(height, width, a));
  auto to_plane = [&](uint8_t* plane) {
    return [=](int64_t y, const uint8_t* row) {
      std::memcpy(plane + y * width, row, static_cast<size_t>(width));
    };
  };
  if (in.shape[2] == 1) return equalize(in.data, to_plane(out.data));
  uint8_t* first = scratch(static_cast<size_t>(6 * pixels));
  uint8_t *second = first + pixels, *third = second + pixels;
  if (a.luma_only) {
    lab().from_rgb(lab_tables(), in.data, first, second, third, pixels);
    return equalize(first, [&](int64_t y, const uint8_t* row) {
      int64_t at = y * width;
      lab().to_rgb(lab_tables(), row, second + at, third + at, out.data + 3 * at, width);
    });
  }
  histograms().split(in.data, first, second, third, pixels);
  for (uint8_t* plane : {first, second, third}) equalize(plane, to_plane(plane + 3 * pixels));
  histograms().join(first + 3 * pixels, second + 3 * pixels, third + 3 * pixels, out.data, pixels);
}

const KernelEntry clahe{{.name = "clahe",
                         .args = schema<ClaheArgs>(),
                         .infer = infer,
                         .run = typed<run>,
                         .cost = 8.0f}};

}  // namespace
}  // namespace hr::clahe_kernel
