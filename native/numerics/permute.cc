// Permutes axes: interleaving, transposes of matrices, and a tiled copy for the rest.
#include "numerics/permute.h"

#include <algorithm>
#include <cstring>

#include "numerics/pieces.h"
#include "simd/transpose.h"

namespace hr {
namespace {

using Axis = PermutedAxis;

void walk(const uint8_t* in, uint8_t* out, const Axis* axes, int count, int64_t item) {
  if (count == 1) return copy_pieces(in, axes[0].in, out, axes[0].out, axes[0].size, item);
  for (int64_t i = 0; i < axes[0].size; i++)
    walk(in + i * axes[0].in, out + i * axes[0].out, axes + 1, count - 1, item);
}

// Note [Tiles]
// The innermost loop runs along the axis that is contiguous on one side, so the other side strides
// from cache line to cache line. Tiling the inner axis outside of the loops that move along those
// lines finishes a tile's lines while they are in L1.
void generic(const uint8_t* in, uint8_t* out, const Axis* axes, int count, int64_t item) {
  int dense_in = 0, dense_out = count - 1;
  for (int d = 0; d < count; d++)
    if (axes[d].in < axes[dense_in].in) dense_in = d;
  bool along_out = axes[dense_out].size >= std::min<int64_t>(16, axes[dense_in].size);
  int chosen = along_out ? dense_out : dense_in;
  auto jump = [&](const Axis& a) { return along_out ? a.in : a.out; };  // the strided side
  Axis outside[kMaxDims], order[kMaxDims + 1];
  int before = 0, n = 0;
  for (int d = 0; d < count; d++) {  // largest strides first
    if (d == chosen) continue;
    int at = n++;
    for (; at > 0 && jump(outside[at - 1]) < jump(axes[d]); at--) outside[at] = outside[at - 1];
    outside[at] = axes[d];
  }
  while (before < n && jump(outside[before]) > jump(axes[chosen])) before++;
  constexpr int64_t kTile = 128;
  const Axis& a = axes[chosen];
  // Whole tiles first, as an extra axis; then the remainder.
  int64_t tiles = a.size / kTile, rest = a.size % kTile;
  auto go = [&](const uint8_t* from, uint8_t* to, int64_t blocks, int64_t length) {
    int k = 0;
    for (int d = 0; d < before; d++) order[k++] = outside[d];
    if (blocks > 1) order[k++] = {blocks, a.in * length, a.out * length};
    for (int d = before; d < n; d++) order[k++] = outside[d];
    order[k++] = {length, a.in, a.out};
    walk(from, to, order, k, item);
  };
  if (tiles) go(in, out, tiles, kTile);
  if (rest) go(in + tiles * kTile * a.in, out + tiles * kTile * a.out, 1, rest);
}

// Two axes are swapped and one of them is short: interleaving.
bool interleave(const uint8_t* in, uint8_t* out, int64_t rows, int64_t columns, int64_t item) {
  const TransposeTable& t = transposer();
  if (columns <= 4) {
    uint8_t* planes[4];
    for (int64_t k = 0; k < columns; k++) planes[k] = out + k * rows * item;
    return t.split(in, planes, rows, static_cast<int>(columns), static_cast<int>(item));
  }
  if (rows <= 4) {
    const uint8_t* planes[4];
    for (int64_t k = 0; k < rows; k++) planes[k] = in + k * columns * item;
    return t.merge(planes, out, columns, static_cast<int>(rows), static_cast<int>(item));
  }
  return false;
}

// Transposes matrices: rows run along the axis that is contiguous in the output, columns along all
// axes with smaller strides in the input.
bool columns(const uint8_t* in, uint8_t* out, const Axis* axes, int count, int64_t item) {
  const Axis& row = axes[count - 1];
  if (item > 8 || row.size < 8 || row.in / item < 8) return false;
  Axis inside[kMaxDims], outside[kMaxDims + 1];
  int below = 0, above = 0;
  for (int d = 0; d < count - 1; d++) {
    if (axes[d].in > row.in) {
      outside[above++] = axes[d];
      continue;
    }
    int at = below++;  // largest strides first
    for (; at > 0 && inside[at - 1].in < axes[d].in; at--) inside[at] = inside[at - 1];
    inside[at] = axes[d];
  }
  int64_t width = row.in / item, blocks = 1;
  for (int d = 0; d < above; d++) blocks *= outside[d].size;
  constexpr int64_t kPart = 1024;
  int64_t at[kPart];
  for (int64_t first = 0; first < width; first += kPart) {
    int64_t n = std::min(kPart, width - first);
    for (int64_t c = 0; c < n; c++) {
      at[c] = 0;
      for (int d = 0; d < below; d++)
        at[c] += (first + c) * item / inside[d].in % inside[d].size * inside[d].out;
    }
    for (int64_t b = 0; b < blocks; b++) {
      const uint8_t* from = in + first * item;
      uint8_t* to = out;
      for (int64_t d = above - 1, rest = b; d >= 0; rest /= outside[d].size, d--) {
        from += rest % outside[d].size * outside[d].in;
        to += rest % outside[d].size * outside[d].out;
      }
      if (!transposer().columns(from, row.in, to, at, row.size, n, static_cast<int>(item)))
        return false;
    }
  }
  return true;
}

}  // namespace

void permute_axes(const uint8_t* in, const Shape& shape, const int* perm, int64_t item,
                  uint8_t* out) {
  const int64_t bytes = shape.volume() * item;
  if (bytes == 0) return;
  PermutedAxes merged(shape, perm, item);
  const Axis* axes = merged.axes;
  int count = merged.count;
  item = merged.item;
  if (count == 0) {
    std::memcpy(out, in, static_cast<size_t>(bytes));
    return;
  }
  int kept = merged.leading();
  int64_t blocks = 1;
  for (int d = 0; d < kept; d++) blocks *= axes[d].size;
  int64_t block = bytes / blocks;
  const Axis* rest = axes + kept;
  int left = count - kept;
  for (int64_t b = 0; b < blocks; b++) {
    const uint8_t* from = in + b * block;
    uint8_t* to = out + b * block;
    if (left == 2 && interleave(from, to, rest[1].size, rest[0].size, item)) continue;
    if (!columns(from, to, rest, left, item)) generic(from, to, rest, left, item);
  }
}

}  // namespace hr
