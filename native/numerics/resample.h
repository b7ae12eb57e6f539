// Separable resampling of images and of any axis of a tensor, with DALI's filters.
//
// An axis maps a source interval onto out_size pixels; filter weights come from a table built once
// per geometry. Sums are float32 and depend neither on the instruction set nor on which part of the
// image a buffer holds, so decoding and resizing a region gives the same bits as the whole image.
#pragma once
#include <cstdint>
#include <vector>

#include "base/dtype.h"
#include "base/enum.cuh"
#include "base/isa.h"

namespace hr {

struct ResampleTable;

// In the order of the public InterpType: per-sample arguments are its numbers.
HR_ENUM(Filter, nn, linear, cubic, lanczos3, triangular, gaussian);

struct Range {
  int64_t lo = 0, hi = 0;
  int64_t size() const { return hi - lo; }
  bool operator==(const Range&) const = default;
};

struct Axis {
  int64_t in_size = 0, out_size = 0;
  // Source interval in pixels, edges at integers: pixel i covers [i, i + 1). hi < lo mirrors. The
  // interval may extend beyond the image: pixels outside of [0, in_size) repeat the edge, or have
  // no weight (`cut`).
  double lo = 0, hi = 0;
  Filter filter = Filter::linear;
  bool antialias = true;  // when shrinking, widen the filter by the scale (not for nearest)
  bool cut = false;       // leave pixels outside of the image out of the sum (not for nearest)
  // How exact ties are rounded, see Note [Ties] in resample_weights.cc. resize2d sets these.
  int64_t origin = 0;
  bool stepwise = false;
  // Range of valid outputs, if not 0 … out_size: beyond it the interval is extrapolated.
  Range span{};
  // Outputs to compute, if not all, and whether in reverse order. Their values do not depend on
  // which others are computed.
  Range window{};
  bool mirror = false;

  Range outputs() const { return span == Range{} ? Range{0, out_size} : span; }
  Range computed() const { return window == Range{} ? outputs() : window; }
  int64_t count() const { return computed().size(); }
  bool operator==(const Axis&) const = default;
};

inline Axis whole_axis(int64_t in_size, int64_t out_size, Filter filter, bool antialias = true) {
  Axis a;
  a.in_size = in_size;
  a.out_size = out_size;
  a.hi = static_cast<double>(in_size);
  a.filter = filter;
  a.antialias = antialias;
  return a;
}

// The same axis, limited to the part `want` of its computed outputs.
Axis part_of(const Axis&, Range want);

// True if resampling leaves all elements unchanged.
bool is_untouched(const Axis&);

// Filter weights of one axis: out[i] = Σₖ weight[i · taps + k] · in[source.lo + start[i] + k].
struct Taps {
  Range source;           // source pixels that are read
  int64_t reach = 0;      // source pixels that all outputs together would read
  int taps = 1;           // per output, zeros included
  bool copies = false;    // each output is one source pixel
  bool identity = false;  // out[i] = in[source.lo + i]; start and weight are empty
  std::vector<int32_t> start;
  std::vector<float> weight;
};

struct ImageView {
  const void* data = nullptr;  // first pixel in the buffer
  DType dtype = DType::u8;
  int64_t h = 0, w = 0, c = 1;  // size of the whole image, interleaved channels
  int64_t pitch = 0;            // row pitch in bytes; 0: contiguous rows
  Range rows{}, cols{};         // the part in the buffer; empty: everything
};

// Receives rows 0, 1, 2 … of an output, each valid during the call. Used to fuse a following step.
struct RowSink {
  void* self;
  void (*put)(void* self, int64_t y, const void* row);
};

// Working memory and a small cache of weights. One per thread; grows to the largest job.
class Scratch {
 public:
  explicit Scratch(Isa isa = isa_level());
  const Taps& taps(const Axis&);  // valid until 7 other axes were requested

  const ResampleTable* table;
  std::vector<float> sums, results, ring, woven, rounded;
  std::vector<unsigned char> bytes, pixels, between[2];
  std::vector<const void*> rows;
  std::vector<int64_t> ring_row;

 private:
  static constexpr int kCached = 8;
  struct Cached {
    Axis axis;
    Taps taps;
    uint64_t used = 0;
  };
  Cached cache_[kCached];
  uint64_t clock_ = 0;
};

// Sets `origin` and `stepwise` of an image's axes so that ties round like DALI's. For resize2d.
void settle_ties(Axis& y, Axis& x);

// Bounds of the rows and columns that resize2d will read: a region decoder must provide them.
struct SourceWindow {
  Range rows, cols;
};
SourceWindow source_window(const Axis& y, const Axis& x);

// Resizes to y.count() × x.count() × c. Integer outputs are rounded (halves to even) and saturated.
// Throws Error(value) on inconsistent sizes.
void resize2d(const ImageView& in, const Axis& y, const Axis& x, void* out, DType out_dtype,
              int64_t out_pitch, Scratch&);
void resize2d(const ImageView& in, const Axis& y, const Axis& x, DType out_dtype,
              const RowSink& sink, Scratch&);

// Resamples the middle axis of a contiguous outer × in_size × inner tensor. To resize three
// dimensions, resize2d each slice to float32, then call this once. For a part of a tensor, pass the
// full tensor's `inner` as whole_inner: it decides the order of sums.
void resample_axis(const void* in, DType in_dtype, int64_t outer, int64_t inner, const Axis& axis,
                   void* out, DType out_dtype, Scratch&, int64_t whole_inner = 0);

}  // namespace hr
