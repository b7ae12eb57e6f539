// Reduction of chosen axes of a sample: merged axes, and totals in memory.
#pragma once
#include <vector>

#include "engine/kernel.h"
#include "simd/reduce.h"

namespace hr {

// A shape with adjacent axes of one kind (reduced or kept) merged, and axes of extent 1 dropped.
struct Reduction {
  int n = 0;
  int64_t extent[kMaxDims] = {};
  bool reduced[kMaxDims] = {};
  int64_t kept = 1;      // output elements
  int64_t gathered = 1;  // input elements per output element

  Reduction(const Shape& shape, uint32_t axes) {  // axes: bit d set: axis d is reduced
    for (int d = 0; d < shape.ndim; d++) {
      bool r = axes >> d & 1;
      (r ? gathered : kept) *= shape[d];
      if (shape[d] == 1) continue;
      if (n && reduced[n - 1] == r) {
        extent[n - 1] *= shape[d];
      } else {
        extent[n] = shape[d];
        reduced[n++] = r;
      }
    }
  }

  // Calls f(first element, kept element) for every block of the axes starting at `from`.
  template <class F>
  void walk(int from, F&& f) const {
    int64_t inner[kMaxDims + 1], inner_kept[kMaxDims + 1];
    inner[n] = inner_kept[n] = 1;
    for (int d = n - 1; d >= 0; d--) {
      inner[d] = inner[d + 1] * extent[d];
      inner_kept[d] = inner_kept[d + 1] * (reduced[d] ? 1 : extent[d]);
    }
    int64_t at[kMaxDims] = {}, element = 0, kept_element = 0;
    for (;;) {
      f(element, kept_element);
      int d = from - 1;
      for (; d >= 0; d--) {
        element += inner[d + 1];
        if (!reduced[d]) kept_element += inner_kept[d + 1];
        if (++at[d] < extent[d]) break;
        element -= inner[d];
        if (!reduced[d]) kept_element -= inner_kept[d];
        at[d] = 0;
      }
      if (d < 0) return;
    }
  }
};

// Adds all elements to the totals (one entry per kept element; see total_of). `center`: likewise.
inline void accumulate(Reduce op, const Reduction& r, const uint8_t* in, DType t,
                       const double* center, void* totals) {
  if (r.kept * r.gathered == 0) return;
  const ReduceFunctions& f = reducer(op, t);
  int64_t item = itemsize(t);
  int64_t size = total_size(op, t);
  uint8_t* total = static_cast<uint8_t*>(totals);
  auto from = [&](int64_t k) { return center ? center + k : nullptr; };
  int last = r.n - 1;
  if (r.n == 0) {
    f.runs(in, 1, 1, center, total);
  } else if (r.reduced[last]) {
    int64_t length = r.extent[last], count = last > 0 ? r.extent[last - 1] : 1;
    r.walk(last > 0 ? last - 1 : 0, [&](int64_t e, int64_t k) {
      const uint8_t* block = in + e * item;
      if (length <= kShortRun) return f.runs(block, count, length, from(k), total + k * size);
      for (int64_t i = 0; i < count; i++)
        f.rows(block + i * length * item, length, 1, from(k + i), total + (k + i) * size);
    });
  } else if (r.n == 1) {
    f.runs(in, r.extent[0], 1, center, total);
  } else {
    r.walk(last - 1, [&](int64_t e, int64_t k) {
      f.rows(in + e * item, r.extent[last - 1], r.extent[last], from(k), total + k * size);
    });
  }
}

inline uint32_t axes_mask(const List<int>& axes) {
  uint32_t mask = 0;
  for (int64_t j = 0; j < axes.size(); j++) mask |= 1u << axes[j];
  return mask;
}

}  // namespace hr
