// Sizes and source intervals of a resize.
#include "numerics/resample_geometry.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "base/to_size.h"

namespace hr {
namespace {

constexpr int kMost = 16;  // maximum number of axes

// Note [Sizes]
// Behaviour of DALI 2.4.0, found by resizing ramps: scales and the sizes computed from them are
// float32, and halves are rounded up, so 150 × 200 resized to width 106 gets height 79, not 80. A
// mirrored interval is mirrored only if a size is given or if one scale applies to all axes. Limits
// apply only if some size is given. Adjusting the interval takes sizes below 0.1 as 0.1.

template <class Real>
struct Wanted {
  Real size, extent, scale;  // scale: 0 if no size is given
  bool given;
};

template <class Real>
void check(const AxisRequest& r) {
  for (double v : {r.size, r.lo, r.hi, r.alignment})
    if (!std::isfinite(static_cast<Real>(v)))
      throw Error(ErrorKind::value,
                  "sizes, scales and regions must be finite, got " + std::to_string(v));
}

template <class Real>
Real limit_of(const AxisRequest& r) {
  const Real limit = static_cast<Real>(r.limit);
  return limit > 0 ? limit : static_cast<Real>(INFINITY);
}

template <class Real>
void size_each(SizeMode mode, std::span<const AxisRequest> axes, Wanted<Real>* w) {
  double product = 1;
  int given = 0;
  for (size_t a = 0; a < axes.size(); a++) {
    if (!w[a].given) continue;
    product *= static_cast<double>(w[a].scale);
    given++;
  }
  Real mean = mode == SizeMode::stretch || !given ? Real(1)
              : given == 1 ? static_cast<Real>(product)
                           : static_cast<Real>(std::pow(product, 1.0 / given));
  for (size_t a = 0; a < axes.size(); a++) {
    if (!w[a].given) w[a].size = w[a].extent * mean;
    w[a].size = std::min(w[a].size, limit_of<Real>(axes[a]));
  }
}

template <class Real>
void size_together(SizeMode mode, std::span<const AxisRequest> axes, Wanted<Real>* w) {
  Real scale = 0;
  bool found = false;
  for (size_t a = 0; a < axes.size(); a++) {
    if (!w[a].given) continue;
    scale = !found                         ? w[a].scale
            : mode == SizeMode::not_larger ? std::min(scale, w[a].scale)
                                           : std::max(scale, w[a].scale);
    found = true;
  }
  for (size_t a = 0; a < axes.size(); a++)
    if (w[a].extent > 0) scale = std::min(scale, limit_of<Real>(axes[a]) / w[a].extent);
  for (size_t a = 0; a < axes.size(); a++) {
    if (!w[a].given || w[a].scale != scale) w[a].size = w[a].extent * scale;
    w[a].size = std::min(w[a].size, limit_of<Real>(axes[a]));
  }
}

int64_t round_size(double v, SizeRounding rounding) {
  v = rounding == SizeRounding::round      ? std::floor(v + 0.5)
      : rounding == SizeRounding::truncate ? std::floor(v)
                                           : std::ceil(v);
  if (!(v <= static_cast<double>(kLargestSize)))  // NaN: 0 times infinity
    throw Error(ErrorKind::value, "cannot resize to " + shown(v) + " elements along an axis");
  return std::max<int64_t>(1, static_cast<int64_t>(v));
}

template <class Real>
void solve(SizeMode mode, SizeRounding rounding, bool subpixel, std::span<const AxisRequest> axes,
           AxisGeometry* out) {
  Wanted<Real> wanted[kMost];
  bool any = false;
  for (const AxisRequest& r : axes) {
    check<Real>(r);
    any |= static_cast<Real>(r.size) != 0;
  }
  for (size_t a = 0; a < axes.size(); a++) {
    const Real size = static_cast<Real>(axes[a].size), lo = static_cast<Real>(axes[a].lo),
               hi = static_cast<Real>(axes[a].hi);
    Wanted<Real>& w = wanted[a];
    w.given = size != 0;
    w.extent = std::fabs(hi - lo);
    w.size = any ? std::fabs(size) : w.extent;
    w.scale = w.given && w.extent > 0 ? w.size / w.extent : w.given ? Real(1) : Real(0);
    bool together = mode == SizeMode::not_larger || mode == SizeMode::not_smaller;
    bool mirror = (size < 0) != (hi < lo && (w.given || (any && together)));
    out[a].lo = std::min(lo, hi);
    out[a].hi = std::max(lo, hi);
    if (mirror) std::swap(out[a].lo, out[a].hi);
  }
  if (any && (mode == SizeMode::each || mode == SizeMode::stretch))
    size_each(mode, axes, wanted);
  else if (any)
    size_together(mode, axes, wanted);
  for (size_t a = 0; a < axes.size(); a++) {
    AxisGeometry& g = out[a];
    const double size = wanted[a].size;
    g.out = axes[a].in > 0 ? round_size(wanted[a].size, rounding) : 0;
    if (!subpixel || static_cast<double>(g.out) == size) continue;
    double by = static_cast<double>(g.out) / std::max(size, 0.1),
           align = static_cast<Real>(axes[a].alignment);
    double fixed = g.lo + (g.hi - g.lo) * align, length = (g.hi - g.lo) * by;
    g.lo = fixed - length * align;
    g.hi = fixed + length * (1 - align);
  }
}

}  // namespace

void solve_sizes(SizeMode mode, SizeRounding rounding, bool subpixel,
                 std::span<const AxisRequest> axes, AxisGeometry* out) {
  if (axes.size() > kMost) throw Error(ErrorKind::value, "too many axes to resize");
  bool exact = true;
  for (const AxisRequest& r : axes) exact &= r.in <= kExactInFloat;
  if (exact) solve<float>(mode, rounding, subpixel, axes, out);
  for (size_t a = 0; a < axes.size() && exact; a++) exact = out[a].out <= kExactInFloat;
  if (!exact) solve<double>(mode, rounding, subpixel, axes, out);
}

}  // namespace hr
