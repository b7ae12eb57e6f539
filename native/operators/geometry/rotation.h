// Angles, and sizes of rotated images: for images and for boxes in them.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "base/to_size.h"
#include "operators/geometry/warp_rows.h"

namespace hr {

struct Turn {
  double cosine, sine;
};

inline Turn turn_by(double degrees) {
  double turn = static_cast<float>(degrees * (std::numbers::pi / 180));
  Turn t{std::cos(turn), std::sin(turn)};
  if (std::fmod(degrees, 90) == 0)  // exact, so that pixels map to pixels
    t = {std::round(t.cosine), std::round(t.sine)};
  return t;
}

// The largest size that a rotated frame needs. Each side has the parity of the input side that
// contributes most to it, so that pixels stay aligned in simple cases. Frames decide by majority.
struct Canvas {
  int64_t side[3] = {};
  int64_t odd[3] = {};

  void add(const AffineMap& map, const int64_t* in) {
    for (int c = 0; c < map.n; c++) {  // the inverse of a rotation is its transpose
      double size = 0, weight[3];
      for (int r = 0; r < map.n; r++) {
        weight[r] = std::fabs(map.a[r][c]);
        if (map.n == 3) weight[r] = static_cast<float>(weight[r]);
        size += weight[r] * static_cast<double>(in[r]);
      }
      int mostly = c;
      for (int r = 0; r < map.n; r++)
        if (weight[r] > weight[mostly]) mostly = r;
      side[c] = std::max(side[c], to_place(std::ceil(size - 0.01), "a rotated side"));
      odd[c] += in[mostly] % 2;
    }
  }
  int64_t size(int c, int64_t frames) const {
    return side[c] + (side[c] % 2 != (2 * odd[c] > frames));
  }
};

}  // namespace hr
