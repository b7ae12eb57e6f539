// multi_paste: pastes regions of several images on one canvas; later ones cover earlier ones.
//
// Without in_ids, region k comes from input k of the same sample: an ordinary kernel. With in_ids,
// all regions come from input 0, from any sample of the batch: a whole-batch kernel.
#include "operators/geometry/multi_paste.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/checked.h"
#include "base/to_size.h"
#include "engine/pool.h"
#include "simd/convert.h"

namespace hr {

using namespace multi_paste;

namespace {

constexpr int64_t kLongestSide = 0x7FFFFFFF;  // rows or columns
constexpr double kLargestBytes = 0x1p48;      // per output

std::string size_text(const int64_t* v) {
  return std::to_string(v[0]) + "x" + std::to_string(v[1]);
}

template <class T>
void check_count(const List<T>& places, int64_t regions) {
  if (places.size() != 2 * regions)
    fail_value(std::string(places.name()) + " has " + std::to_string(places.size()) +
               " numbers, needs a row and a column for each of the " + std::to_string(regions) +
               " regions");
}

// Reads the two numbers of a region.
void read_pair(const List<int64_t>& places, int64_t region, int64_t regions, int64_t* out) {
  check_count(places, regions);
  for (int d = 0; d < 2; d++) out[d] = places[2 * region + d];
}

// The same as fractions of `extent`, rounded up or down.
void read_relative(const List<float>& parts, int64_t region, int64_t regions, const int64_t* extent,
                   bool up, int64_t* out) {
  check_count(parts, regions);
  for (int d = 0; d < 2; d++) {
    float part = parts[2 * region + d];
    if (!(part >= 0 && part <= 1))
      fail_value(std::string(parts.name()) + " must be in [0, 1], got " + std::to_string(part));
    double v = part_of_axis(part, extent[d]);
    out[d] = place_within(up ? std::ceil(v) : std::floor(v), extent[d]);
  }
}

}  // namespace

Paste multi_paste::paste_of(const MultiPasteArgs& a, int64_t region, int64_t count,
                            const int64_t* in, const int64_t* out) {
  Paste p{};
  if (a.in_anchors)
    read_pair(*a.in_anchors, region, count, p.from);
  else if (a.in_anchors_rel)
    read_relative(*a.in_anchors_rel, region, count, in, false, p.from);
  if (a.shapes)
    read_pair(*a.shapes, region, count, p.size);
  else if (a.shapes_rel)
    read_relative(*a.shapes_rel, region, count, in, true, p.size);
  else
    for (int d = 0; d < 2; d++) p.size[d] = p.from[d] < 0 ? in[d] : in[d] - p.from[d];
  if (a.out_anchors)
    read_pair(*a.out_anchors, region, count, p.to);
  else if (a.out_anchors_rel)
    read_relative(*a.out_anchors_rel, region, count, out, false, p.to);
  // No sums here, which could overflow.
  for (int d = 0; d < 2; d++) {
    if (p.from[d] < 0 || p.size[d] < 0 || p.size[d] > in[d] || p.from[d] > in[d] - p.size[d])
      fail_value("region " + std::to_string(region) + " leaves its image: it has size " +
                 size_text(p.size) + " at " + size_text(p.from) + ", the image " + size_text(in));
    if (p.to[d] < 0 || p.size[d] > out[d] || p.to[d] > out[d] - p.size[d])
      fail_value("region " + std::to_string(region) + " leaves the output: it has size " +
                 size_text(p.size) + " at " + size_text(p.to) + ", the output " + size_text(out));
  }
  return p;
}

namespace {

void read_output_size(const List<int64_t>& given, int64_t* size) {
  if (given.size() != 2)
    fail_value("output_size takes two numbers (height, width), got " +
               std::to_string(given.size()));
  for (int d = 0; d < 2; d++) {
    size[d] = given[d];
    if (size[d] < 0 || size[d] > kLongestSide)
      fail_value("output_size must be from 0 to 2^31 - 1, got " + std::to_string(size[d]));
  }
}

void check_bytes(const Shape& s) {
  double bytes = 8;
  for (int d = 0; d < s.ndim; d++) bytes *= static_cast<double>(s[d]);
  if (bytes > kLargestBytes) fail_value("the output would be too large: " + s.str());
}

Shape output_shape(const MultiPasteArgs& a, const Sources& s) {
  const Shape& first = s.images[0].shape;
  for (int64_t k = 1; k < s.count; k++) {
    const Shape& other = s.images[k].shape;
    if (other[2] != first[2])
      fail_value("regions of one output need equal numbers of channels, got " +
                 std::to_string(first[2]) + " and " + std::to_string(other[2]));
    if (!a.output_size && !(other == first))
      fail_value("images of different sizes need output_size: " + first.str() + " and " +
                 other.str());
  }
  int64_t size[2] = {first[0], first[1]};
  if (a.output_size) read_output_size(*a.output_size, size);
  Shape out{size[0], size[1], first[2]};
  check_bytes(out);
  for (int64_t k = 0; k < s.count; k++)
    paste_of(a, k, s.count, s.images[k].shape.d.data(), out.d.data());
  return out;
}

// A region to be pasted on the canvas.
struct Placed {
  Paste at;
  const View* in;

  bool reaches(int64_t y) const { return y >= at.to[0] && y < at.to[0] + at.size[0]; }
};

// Columns, half open.
struct Span {
  int64_t begin, end;
};

class PasteCanvas {
 public:
  PasteCanvas(const View& out) : out_(out), pixel_(out.shape[2] * itemsize(out.dtype)) {}

  int64_t height() const { return out_.shape[0]; }
  int64_t width() const { return out_.shape[1]; }
  void clear_all() const { std::memset(out_.data, 0, static_cast<size_t>(out_.bytes())); }
  void clear(int64_t y, Span s) const {
    std::memset(at(y, s.begin), 0, static_cast<size_t>((s.end - s.begin) * pixel_));
  }
  // Pastes the part of a region in row y.
  void paste(const Placed& r, int64_t y) const {
    const View& in = *r.in;
    int64_t item = itemsize(in.dtype), channels = out_.shape[2];
    int64_t first = (r.at.from[0] + y - r.at.to[0]) * in.shape[1] + r.at.from[1];
    int64_t elements = r.at.size[1] * channels;
    const uint8_t* from = in.data + first * channels * item;
    if (in.dtype == out_.dtype)
      std::memcpy(at(y, r.at.to[1]), from, static_cast<size_t>(elements * item));
    else
      converter(in.dtype, out_.dtype)(from, at(y, r.at.to[1]), elements);
  }

 private:
  uint8_t* at(int64_t y, int64_t x) const { return out_.data + (y * out_.shape[1] + x) * pixel_; }
  const View& out_;
  int64_t pixel_;
};

constexpr int kFew = 16;  // maximum number of regions to clear only uncovered pixels

// Columns 0 … `width` of row y that no region covers.
int free_spans(const Placed* regions, int64_t count, int64_t y, int64_t width, Span* free) {
  Span taken[kFew];
  int n = 0, found = 0;
  for (int64_t k = 0; k < count; k++)
    if (regions[k].reaches(y))
      taken[n++] = {regions[k].at.to[1], regions[k].at.to[1] + regions[k].at.size[1]};
  std::sort(taken, taken + n, [](const Span& a, const Span& b) { return a.begin < b.begin; });
  int64_t reached = 0;
  for (int k = 0; k < n; k++) {
    if (taken[k].begin > reached) free[found++] = {reached, taken[k].begin};
    reached = std::max(reached, taken[k].end);
  }
  if (reached < width) free[found++] = {reached, width};
  return found;
}

// Row by row, in bands of rows with the same regions.
void compose_few(const PasteCanvas& canvas, const Placed* regions, int64_t count) {
  int64_t edges[2 * kFew + 2] = {0, canvas.height()};
  int n = 2;
  for (int64_t k = 0; k < count; k++) {
    edges[n++] = regions[k].at.to[0];
    edges[n++] = regions[k].at.to[0] + regions[k].at.size[0];
  }
  std::sort(edges, edges + n);
  for (int e = 0; e + 1 < n; e++) {
    if (edges[e] == edges[e + 1]) continue;
    Span free[kFew + 1];
    int spans = free_spans(regions, count, edges[e], canvas.width(), free);
    for (int64_t y = edges[e]; y < edges[e + 1]; y++) {
      for (int k = 0; k < spans; k++) canvas.clear(y, free[k]);
      for (int64_t k = 0; k < count; k++)
        if (regions[k].reaches(y)) canvas.paste(regions[k], y);
    }
  }
}

void compose(const MultiPasteArgs& a, const Sources& s, const View& out) {
  if (out.volume() == 0) return;
  PasteCanvas canvas(out);
  Placed* regions =
      reinterpret_cast<Placed*>(scratch(static_cast<size_t>(s.count) * sizeof(Placed)));
  int64_t count = 0;
  for (int64_t k = 0; k < s.count; k++) {
    const View& in = s.images[k];
    Paste p = paste_of(a, k, s.count, in.shape.d.data(), out.shape.d.data());
    bool covers = p.size[0] == out.shape[0] && p.size[1] == out.shape[1];
    if (covers) count = 0;  // earlier regions are hidden
    if (p.size[0] > 0 && p.size[1] > 0) regions[count++] = {p, &in};
  }
  if (count <= kFew) return compose_few(canvas, regions, count);
  canvas.clear_all();
  for (int64_t k = 0; k < count; k++)
    for (int64_t y = 0; y < regions[k].at.size[0]; y++)
      canvas.paste(regions[k], regions[k].at.to[0] + y);
}

void infer(const MultiPasteArgs& a, InferContext& c) { c.out[0] = output_shape(a, {c.in, c.nin}); }

void run(const MultiPasteArgs& a, RunContext& c) { compose(a, {c.in, c.nin}, c.out[0]); }

// ---- with in_ids -----------------------------------------------------------------------------

void check_frames(const BatchContext& c, int64_t sample, int64_t frames) {
  for (size_t k = 0; k < c.dyn.size(); k++) {
    const Samples* values = c.dyn[k].samples;
    if (!values || !c.dyn[k].per_frame) continue;
    int64_t have = values->shape(values->n == 1 ? 0 : sample)[0];
    if (have != 1 && have != frames)
      fail_value("argument '" + std::string(c.spec.kernel->params[k]) + "' has values for " +
                 std::to_string(have) + " frames, the sequence has " + std::to_string(frames));
  }
}

// Shape of an output without regions: it has the channels of its own sample.
Shape empty_shape(const BatchContext& c, const MultiPasteArgs& a, int64_t sample) {
  const Samples& in = *c.in[0];
  Shape own = in.shape(in.n == 1 ? 0 : sample);
  int64_t size[2] = {own[own.ndim - 3], own[own.ndim - 2]};
  if (a.output_size) read_output_size(*a.output_size, size);
  Shape out{size[0], size[1], own[own.ndim - 1]};
  check_bytes(out);
  return out;
}

std::string at_sample(int64_t i) { return "sample " + std::to_string(i) + ": "; }

}  // namespace

void multi_paste::infer_batch(BatchContext& c) {
  const OutMeta& meta = c.spec.outs[0];
  bool sequences = c.spec.unfolds(0);
  Samples& out = c.out[0];
  out.dtype = meta.dtype;
  out.ndim = meta.ndim;
  out.n = c.n;
  for (int64_t i = 0; i < c.n; i++) {
    try {
      Picked picked(c, i);
      int64_t frames = picked.frames(i);
      check_frames(c, i, frames);
      Shape shape;
      for (int64_t f = 0; f < std::max<int64_t>(frames, 1); f++) {
        const Args args(c.spec, c.dyn.data(), i, f, c.key);
        const MultiPasteArgs& a = args.as<MultiPasteArgs>();
        Sources s = picked.at(f);
        Shape one = s.count ? output_shape(a, s) : empty_shape(c, a, i);
        if (f > 0 && !(one == shape))
          fail_value("frames of one sequence would get different shapes");
        shape = one;
      }
      if (sequences) out.shapes.push_back(frames);
      for (int d = 0; d < 3; d++) out.shapes.push_back(shape[d]);
    } catch (const Error& e) {
      fail(e.kind, at_sample(i) + e.what());
    }
  }
  check_fits(out, "the output");
}

View multi_paste::frame_of(const View& whole, int64_t frame, bool sequences) {
  if (!sequences) return whole;
  View one = whole;
  one.shape = Shape{whole.shape[1], whole.shape[2], whole.shape[3]};
  one.data += frame * one.bytes();
  return one;
}

namespace {

void run_batch(BatchContext& c) {
  infer_batch(c);
  bool sequences = c.spec.unfolds(0);
  Samples& out = c.out[0];
  make_room(out);
  parallel(c.pool, c.n, [&](int64_t i) {
    Picked picked(c, i);
    View whole = out.view(i);
    int64_t frames = sequences ? whole.shape[0] : 1;
    for (int64_t f = 0; f < frames; f++) {
      const Args args(c.spec, c.dyn.data(), i, f, c.key);
      compose(args.as<MultiPasteArgs>(), picked.at(f), multi_paste::frame_of(whole, f, sequences));
    }
  });
}

const KernelEntry each{{.name = "multi_paste",
                        .args = schema<MultiPasteArgs>(),
                        .infer = typed<infer>,
                        .run = typed<run>}};
const KernelEntry across{
    {.name = "multi_paste_ids", .args = schema<MultiPasteArgs>(), .run_batch = run_batch}};

}  // namespace
}  // namespace hr
