// morphology: the maximum (dilate) or minimum (erode) of a rectangle around each pixel.
#include "operators/filters/morphology.h"

namespace hr {
namespace {

int64_t check(int64_t v, int64_t least, const char* what) {
  if (v < least)
    fail_value(std::string(what) + " must be at least " + std::to_string(least) + ", got " +
               std::to_string(v));
  return v;
}

}  // namespace

// Several iterations equal one with a larger rectangle.
Neighbourhood MorphologyArgs::mask(const Shape& shape) const {
  Neighbourhood n;
  n.border = border;
  int64_t size[2], at[2];
  for (int k = 0; k < 2; k++) {
    size[k] = check(mask_size.broadcast(k), 1, "mask_size");
    at[k] = check(anchor.broadcast(k), -1, "anchor");
    if (at[k] >= size[k])
      fail_value("anchor must lie in the mask or be -1, got " + std::to_string(at[k]) +
                 " for a mask of size " + std::to_string(size[k]));
    if (at[k] < 0) at[k] = size[k] / 2;
    // Limit the reach to twice the extent: beyond that, values repeat.
    int64_t most = 2 * shape[first + 1 - k], steps = check(iterations, 0, "iterations");
    auto reach = [&](int64_t of_one) {
      int64_t all;
      return __builtin_mul_overflow(of_one, steps, &all) ? most : std::min(all, most);
    };
    int64_t after = reach(size[k] - 1 - at[k]);
    at[k] = reach(at[k]);
    size[k] = at[k] + 1 + after;
  }
  n.width = size[0];
  n.height = size[1];
  n.left = at[0];
  n.top = at[1];
  return n;
}

}  // namespace hr

namespace hr::morphology_kernel {
namespace {

constexpr int64_t kStripBytes = 256 * 1024;  // bytes of rows per strip

void infer(const MorphologyArgs& a, InferContext& c) {
  check_pair(a.mask_size);
  check_pair(a.anchor);
  a.mask(c.in[0].shape);
  c.out[0] = c.in[0].shape;
}

Region region(const MorphologyArgs& a, const InferContext& c, const Region* want) {
  return region_of(a.mask(c.in[0].shape), c.in[0].shape, a.axes(), want);
}

struct Memory {
  std::vector<uint8_t> rows, padded, half;
};

uint8_t* grow(std::vector<uint8_t>& v, int64_t bytes) {
  if (static_cast<int64_t>(v.size()) < bytes) v.resize(static_cast<size_t>(bytes));
  return v.data();
}

// Builds windows of 2, 4, 8 … elements from two of half the size; the last step may overlap. Calls
// step(distance) for each.
template <class Step>
void doubling(int64_t size, Step step) {
  int64_t covered = 1;
  for (; 2 * covered <= size; covered *= 2) step(covered, 2 * covered);
  if (covered < size) step(size - covered, size);
}

// Maxima of the rectangles of some rows, stored row by row at the start of memory.rows.
const uint8_t* largest(const KeyRows& source, Range rows, Range cols, Memory& memory) {
  const Neighbourhood& n = source.n;
  int64_t c = source.in.channels, item = itemsize(source.in.dtype);
  int64_t row_bytes = cols.size() * c * item, padded = source.padded(cols);
  int64_t count = rows.size() + n.height - 1;
  uint8_t* all = grow(memory.rows, count * row_bytes);
  uint8_t* buffer[2] = {grow(memory.padded, padded * item), grow(memory.half, padded * item)};
  for (int64_t i = 0; i < count; i++) {
    uint8_t* to = all + i * row_bytes;
    if (n.width == 1) {
      source.load(rows.lo - n.top + i, cols, to);
      continue;
    }
    source.load(rows.lo - n.top + i, cols, buffer[0]);
    doubling(n.width, [&](int64_t distance, int64_t covers) {
      bool last = covers == n.width;
      source.loops.larger(buffer[0], buffer[0] + distance * c * item, last ? to : buffer[1],
                          padded - (covers - 1) * c);
      std::swap(buffer[0], buffer[1]);
    });
  }
  doubling(n.height, [&](int64_t distance, int64_t covers) {
    for (int64_t i = 0; i + covers <= count; i++)
      source.loops.raise(all + i * row_bytes, all + (i + distance) * row_bytes, cols.size() * c);
  });
  return all;
}

// Filters a plane in strips that stay in the cache.
void filter_plane(const KeyRows& source, const Grid& out, Memory& memory) {
  Range rows = out.part[kGridY], cols = out.part[kGridX];
  int64_t row_bytes = std::max<int64_t>(out.row_bytes(), 1);
  int64_t strip = std::max(kStripBytes / row_bytes, 4 * source.n.height);
  for (int64_t y = rows.lo; y < rows.hi; y += strip) {
    Range part{y, std::min(y + strip, rows.hi)};
    const uint8_t* keys = largest(source, part, cols, memory);
    uint8_t* to = out.at(source.a, source.b, 0, y, cols.lo);
    int64_t n = part.size() * cols.size() * out.channels;
    source.loops.decode(keys, to, n, source.kind, source.inverted);
  }
}

void run(const MorphologyArgs& args, RunContext& c) {
  Grid in = grid_of(c.in[0], args.axes()), out = grid_of(c.out[0], args.axes());
  if (out.empty()) return;
  thread_local Memory memory;
  Neighbourhood n = args.mask(c.in[0].shape);
  for (int64_t a = out.part[0].lo; a < out.part[0].hi; a++)
    for (int64_t b = out.part[1].lo; b < out.part[1].hi; b++)
      filter_plane({in, n, morphology_loops(in.dtype), key_kind(in.dtype), args.erode, a, b}, out,
                   memory);
}

const KernelEntry entry{{.name = "morphology",
                         .args = schema<MorphologyArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .makes_region = true,
                         .region = typed<region>}};

}  // namespace
}  // namespace hr::morphology_kernel
