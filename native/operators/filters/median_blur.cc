// median_blur: the median of a window around each pixel.
//
// Small windows use a sorting network, many pixels at a time. Large windows of bytes use sliding
// column histograms. Other large windows are sorted one by one.
#include "operators/filters/median_blur.h"

#include "simd/median.h"

namespace hr {

Neighbourhood MedianBlurArgs::window() const {
  constexpr int64_t kLargestWindow = 65535;  // elements, limited by the 16-bit histogram bins
  int64_t size[2];
  for (int k = 0; k < 2; k++) {
    size[k] = window_size.broadcast(k);
    if (size[k] < 1 || size[k] % 2 == 0)
      fail_value("window_size must be odd and positive, got " + std::to_string(size[k]));
  }
  if (size[0] > kLargestWindow / size[1])
    fail_value("a window has at most " + std::to_string(kLargestWindow) + " elements, got " +
               std::to_string(size[0]) + "×" + std::to_string(size[1]));
  return {size[1], size[0], size[1] / 2, size[0] / 2, FilterBorder::clamp};
}

}  // namespace hr

namespace hr::median_blur_kernel {
namespace {

constexpr int64_t kStripBytes = 512 * 1024;  // bytes of histograms per strip

void infer(const MedianBlurArgs& a, InferContext& c) {
  check_pair(a.window_size);
  a.window();
  c.out[0] = c.in[0].shape;
}

Region region(const MedianBlurArgs& a, const InferContext& c, const Region* want) {
  return region_of(a.window(), c.in[0].shape, a.axes(), want);
}

struct Memory {
  std::vector<uint8_t> rows, keys;
  std::vector<uint16_t> columns;
  std::vector<const void*> taps;
  std::vector<uint64_t> sorted;
};

template <class T>
T* grow(std::vector<T>& v, int64_t n) {
  if (static_cast<int64_t>(v.size()) < n) v.resize(static_cast<size_t>(n));
  return v.data();
}

// Loads padded rows of keys, each once; calls `each` with the rows of the window, top to bottom.
template <class Each>
void for_rows(const KeyRows& source, Range rows, Range cols, Memory& memory, Each each) {
  int64_t h = source.n.height, bytes = source.padded(cols) * itemsize(source.in.dtype);
  uint8_t* ring = grow(memory.rows, h * bytes);
  auto slot = [&](int64_t i) { return ring + i % h * bytes; };
  int64_t top = rows.lo - source.n.top;
  for (int64_t i = 0; i < h - 1; i++) source.load(top + i, cols, slot(i));
  for (int64_t y = rows.lo; y < rows.hi; y++) {
    int64_t first = y - rows.lo;
    source.load(top + first + h - 1, cols, slot(first + h - 1));
    each(y, [&](int64_t k) -> const uint8_t* { return slot(first + k); });
  }
}

void by_network(const KeyRows& source, const Grid& out, Memory& memory) {
  const Neighbourhood& n = source.n;
  Range cols = out.part[kGridX];
  int64_t item = itemsize(out.dtype), pixel = out.pixel(), elements = cols.size() * out.channels;
  int count = static_cast<int>(n.height * n.width);
  uint8_t* keys = grow(memory.keys, elements * item);
  const void** taps = grow(memory.taps, count);
  auto median = medians().of_rows[item == 1 ? 0 : item == 2 ? 1 : item == 4 ? 2 : 3];
  for_rows(source, out.part[kGridY], cols, memory, [&](int64_t y, auto row) {
    for (int64_t j = 0; j < n.height; j++)
      for (int64_t k = 0; k < n.width; k++) taps[j * n.width + k] = row(j) + k * pixel;
    median(taps, count, elements, keys);
    source.loops.decode(keys, out.at(source.a, source.b, 0, y, cols.lo), elements, source.kind,
                        false);
  });
}

void by_histogram(const KeyRows& source, const Grid& out, Range cols, Memory& memory) {
  const Neighbourhood& n = source.n;
  int64_t c = out.channels, padded = source.padded(cols), elements = cols.size() * c;
  uint8_t* row = grow(memory.rows, padded);
  uint8_t* keys = grow(memory.keys, elements);
  memory.columns.assign(static_cast<size_t>(padded * kBins), 0);
  uint16_t* columns = memory.columns.data();
  auto count = [&](int64_t y, uint16_t change) {
    source.load(y, cols, row);
    for (int64_t i = 0; i < padded; i++) {
      uint16_t* column = columns + i * kBins;
      for (int bin : {row[i] / 16, 16 + row[i]})
        column[bin] = static_cast<uint16_t>(column[bin] + change);
    }
  };
  Range rows = out.part[kGridY];
  for (int64_t y = rows.lo - n.top; y < rows.lo - n.top + n.height - 1; y++) count(y, 1);
  for (int64_t y = rows.lo; y < rows.hi; y++) {
    count(y - n.top + n.height - 1, 1);
    for (int64_t channel = 0; channel < c; channel++)
      medians().of_histograms(columns + channel * kBins, c, n.width, static_cast<int>(n.height),
                              cols.size(), keys + channel);
    source.loops.decode(keys, out.at(source.a, source.b, 0, y, cols.lo), elements, source.kind,
                        false);
    count(y - n.top, 0xFFFF);
  }
}

uint64_t key_at(const uint8_t* keys, int64_t i, int64_t item) {
  uint64_t v = 0;
  std::memcpy(&v, keys + i * item, static_cast<size_t>(item));
  return v;
}

void by_sorting(const KeyRows& source, const Grid& out, Memory& memory) {
  const Neighbourhood& n = source.n;
  Range cols = out.part[kGridX];
  int64_t c = out.channels, item = itemsize(out.dtype), elements = cols.size() * c;
  int64_t count = n.height * n.width;
  uint8_t* keys = grow(memory.keys, elements * item);
  uint64_t* sorted = grow(memory.sorted, count);
  for_rows(source, out.part[kGridY], cols, memory, [&](int64_t y, auto row) {
    for (int64_t i = 0; i < elements; i++) {
      for (int64_t j = 0; j < n.height; j++)
        for (int64_t k = 0; k < n.width; k++)
          sorted[j * n.width + k] = key_at(row(j), i + k * c, item);
      std::nth_element(sorted, sorted + count / 2, sorted + count);
      std::memcpy(keys + i * item, sorted + count / 2, static_cast<size_t>(item));
    }
    source.loops.decode(keys, out.at(source.a, source.b, 0, y, cols.lo), elements, source.kind,
                        false);
  });
}

void filter_plane(const KeyRows& source, const Grid& out, Memory& memory) {
  int64_t count = source.n.height * source.n.width;
  if (count <= kLargestNetwork) return by_network(source, out, memory);
  if (itemsize(out.dtype) > 1) return by_sorting(source, out, memory);
  int64_t column = static_cast<int64_t>(kBins * sizeof(uint16_t)) * out.channels;
  int64_t strip = std::max(kStripBytes / column, 2 * source.n.width);
  Range cols = out.part[kGridX];
  for (int64_t x = cols.lo; x < cols.hi; x += strip) {
    by_histogram(source, out, {x, std::min(x + strip, cols.hi)}, memory);
  }
}

void run(const MedianBlurArgs& args, RunContext& c) {
  Grid in = grid_of(c.in[0], args.axes()), out = grid_of(c.out[0], args.axes());
  if (out.empty()) return;
  thread_local Memory memory;
  Neighbourhood n = args.window();
  for (int64_t a = out.part[0].lo; a < out.part[0].hi; a++)
    for (int64_t b = out.part[1].lo; b < out.part[1].hi; b++)
      filter_plane({in, n, morphology_loops(in.dtype), key_kind(in.dtype), false, a, b}, out,
                   memory);
}

const KernelEntry entry{{.name = "median_blur",
                         .args = schema<MedianBlurArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .makes_region = true,
                         .region = typed<region>,
                         .cost = 8.0f}};

}  // namespace
}  // namespace hr::median_blur_kernel
