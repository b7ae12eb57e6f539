// Windows of random area and aspect ratio, shared by all random crops.
#pragma once
#include <algorithm>
#include <cmath>

#include "engine/kernel.h"

namespace hr {

// Number of attempts to draw a window. Bounded, to limit the time.
using Attempts = Bounded<1, 1 << 20>;

struct WindowLimits {
  double area[2];   // as fractions of the image area
  double ratio[2];  // width / height
  int64_t attempts;
};

struct RandomWindowArgs {
  List<double> area, ratio;  // each [from, to]
  Attempts num_attempts;

  WindowLimits limits() const { return {{area[0], area[1]}, {ratio[0], ratio[1]}, num_attempts}; }
};
HR_ARGS(RandomWindowArgs, area, ratio, num_attempts);

// Draws area and aspect ratio until a window fits; then its position. After `attempts` failures:
// the largest window with an allowed ratio. The image must not be empty.
inline Region draw_window(RandomStream rng, const WindowLimits& limits, int64_t height,
                          int64_t width) {
  auto placed = [&](int64_t h, int64_t w) {
    auto position = [](uint32_t word, int64_t choices) {  // for any extent, without overflow
      return static_cast<int64_t>(
          static_cast<unsigned __int128>(word) * static_cast<uint64_t>(choices) >> 32);
    };
    uint32_t u = rng.next(), v = rng.next();
    int64_t y = position(u, height - h + 1), x = position(v, width - w + 1);
    return Region{y, x, y + h, x + w};
  };
  double area = static_cast<double>(height) * static_cast<double>(width);
  double log_lo = std::log(limits.ratio[0]), log_hi = std::log(limits.ratio[1]);
  for (int64_t i = 0; i < limits.attempts; i++) {
    double part = limits.area[0] + rng.uniform() * (limits.area[1] - limits.area[0]);
    double ratio = std::exp(log_lo + rng.uniform() * (log_hi - log_lo));
    // Compare as doubles first: hostile ranges must not overflow integers.
    double w = std::sqrt(area * part * ratio), h = std::sqrt(area * part / ratio);
    if (!(w < static_cast<double>(width) + 1 && h < static_cast<double>(height) + 1)) continue;
    int64_t cols = std::max<int64_t>(std::llround(w), 1);
    int64_t rows = std::max<int64_t>(std::llround(h), 1);
    if (cols <= width && rows <= height) return placed(rows, cols);
  }
  double ratio = static_cast<double>(width) / static_cast<double>(height);
  int64_t h = height, w = width;
  if (ratio < limits.ratio[0])
    h = std::clamp<int64_t>(std::llround(static_cast<double>(w) / limits.ratio[0]), 1, height);
  else if (ratio > limits.ratio[1])
    w = std::clamp<int64_t>(std::llround(static_cast<double>(h) * limits.ratio[1]), 1, width);
  return placed(h, w);
}

}  // namespace hr
