// Sizes and source intervals of a resize.
#include "headrace/resample_geometry.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "headrace/error.h"

namespace hr {
namespace {

constexpr int kMost = 16;  // axes

// Note [Sizes]
// What DALI 2.4.0 does, found by resizing ramps: scales and the sizes that follow from them are
// float32, and halves are rounded up, so 150 × 200 made 106 wide is 79 high, not 80. A mirrored
// interval is mirrored only where a size is given, or where one scale serves all axes. Limits
// count only when some size is given. Sizes below 0.1 count as 0.1 when the interval is adjusted.

struct Wanted {
  float size, extent, scale;  // scale: 0 where no size is given
  bool given;
};

void check(const AxisRequest& r) {
  for (float v : {r.size, r.lo, r.hi, r.alignment})
    if (!std::isfinite(v))
      throw Error(ErrorKind::value,
                  "sizes, scales and regions must be finite, got " + std::to_string(v));
}

float limit_of(const AxisRequest& r) { return r.limit > 0 ? r.limit : INFINITY; }

void size_each(SizeMode mode, std::span<const AxisRequest> axes, Wanted* w) {
  double product = 1;
  int given = 0;
  for (size_t a = 0; a < axes.size(); a++) {
    if (!w[a].given) continue;
    product *= static_cast<double>(w[a].scale);
    given++;
  }
  float mean = mode == SizeMode::stretch || !given ? 1.0f
               : given == 1 ? static_cast<float>(product)
                            : static_cast<float>(std::pow(product, 1.0 / given));
  for (size_t a = 0; a < axes.size(); a++) {
    if (!w[a].given) w[a].size = w[a].extent * mean;
    w[a].size = std::min(w[a].size, limit_of(axes[a]));
  }
}

void size_together(SizeMode mode, std::span<const AxisRequest> axes, Wanted* w) {
  float scale = 0;
  bool found = false;
  for (size_t a = 0; a < axes.size(); a++) {
    if (!w[a].given) continue;
    scale = !found                         ? w[a].scale
            : mode == SizeMode::not_larger ? std::min(scale, w[a].scale)
                                           : std::max(scale, w[a].scale);
    found = true;
  }
  for (size_t a = 0; a < axes.size(); a++)
    if (w[a].extent > 0) scale = std::min(scale, limit_of(axes[a]) / w[a].extent);
  for (size_t a = 0; a < axes.size(); a++) {
    if (!w[a].given || w[a].scale != scale) w[a].size = w[a].extent * scale;
    w[a].size = std::min(w[a].size, limit_of(axes[a]));
  }
}

int64_t round_size(float size, SizeRounding rounding) {
  double v = size;
  v = rounding == SizeRounding::nearest ? std::floor(v + 0.5)
      : rounding == SizeRounding::down  ? std::floor(v)
                                        : std::ceil(v);
  if (v > static_cast<double>(kLargestSize))
    throw Error(ErrorKind::value,
                "cannot resize to " + std::to_string(v) + " elements along an axis");
  return std::max<int64_t>(1, static_cast<int64_t>(v));
}

}  // namespace

void solve_sizes(SizeMode mode, SizeRounding rounding, bool subpixel,
                 std::span<const AxisRequest> axes, AxisGeometry* out) {
  Wanted wanted[kMost];
  if (axes.size() > kMost) throw Error(ErrorKind::value, "too many axes to resize");
  bool any = false;
  for (const AxisRequest& r : axes) {
    check(r);
    any |= r.size != 0;
  }
  for (size_t a = 0; a < axes.size(); a++) {
    const AxisRequest& r = axes[a];
    Wanted& w = wanted[a];
    w.given = r.size != 0;
    w.extent = std::fabs(r.hi - r.lo);
    w.size = any ? std::fabs(r.size) : w.extent;
    w.scale = w.given && w.extent > 0 ? w.size / w.extent : w.given ? 1.0f : 0.0f;
    bool together = mode == SizeMode::not_larger || mode == SizeMode::not_smaller;
    bool mirror = (r.size < 0) != (r.hi < r.lo && (w.given || (any && together)));
    out[a].lo = std::min(r.lo, r.hi);
    out[a].hi = std::max(r.lo, r.hi);
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
    double by = static_cast<double>(g.out) / std::max(size, 0.1), align = axes[a].alignment;
    double fixed = g.lo + (g.hi - g.lo) * align, length = (g.hi - g.lo) * by;
    g.lo = fixed - length * align;
    g.hi = fixed + length * (1 - align);
  }
}

}  // namespace hr
