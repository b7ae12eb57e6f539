// Strided copies: merges adjacent axes; the two innermost are loops over elements of a fixed width.
#include "numerics/strided.h"

#include <cstring>

namespace hr {
namespace {

struct Axis {
  int64_t size, stride;
};

// Few elements per row, such as the channels of a pixel.
template <int Item, int Count>
void copy_short_rows(const uint8_t* in, Axis outer, int64_t stride, uint8_t* out) {
  for (int64_t i = 0; i < outer.size; i++, in += outer.stride, out += Item * Count)
    for (int j = 0; j < Count; j++) std::memcpy(out + j * Item, in + j * stride, Item);
}

template <int Item>
void copy_rows(const uint8_t* in, Axis outer, Axis inner, uint8_t* out) {
  if (inner.size == 2) return copy_short_rows<Item, 2>(in, outer, inner.stride, out);
  if (inner.size == 3) return copy_short_rows<Item, 3>(in, outer, inner.stride, out);
  if (inner.size == 4) return copy_short_rows<Item, 4>(in, outer, inner.stride, out);
  for (int64_t i = 0; i < outer.size; i++) {
    const uint8_t* p = in + i * outer.stride;
    for (int64_t j = 0; j < inner.size; j++, p += inner.stride, out += Item)
      std::memcpy(out, p, Item);
  }
}

void copy_two(const uint8_t* in, Axis outer, Axis inner, int64_t item, uint8_t* out) {
  switch (item) {
    case 1:
      return copy_rows<1>(in, outer, inner, out);
    case 2:
      return copy_rows<2>(in, outer, inner, out);
    case 3:
      return copy_rows<3>(in, outer, inner, out);
    case 4:
      return copy_rows<4>(in, outer, inner, out);
    case 6:
      return copy_rows<6>(in, outer, inner, out);
    case 8:
      return copy_rows<8>(in, outer, inner, out);
    case 12:
      return copy_rows<12>(in, outer, inner, out);
    case 16:
      return copy_rows<16>(in, outer, inner, out);
    default:
      for (int64_t i = 0; i < outer.size; i++)
        for (int64_t j = 0; j < inner.size; j++, out += item)
          std::memcpy(out, in + i * outer.stride + j * inner.stride, static_cast<size_t>(item));
  }
}

// Returns the end of the written data.
uint8_t* walk(const uint8_t* in, const Axis* axes, int count, int64_t item, uint8_t* out) {
  if (count == 2) {
    copy_two(in, axes[0], axes[1], item, out);
    return out + axes[0].size * axes[1].size * item;
  }
  for (int64_t i = 0; i < axes[0].size; i++)
    out = walk(in + i * axes[0].stride, axes + 1, count - 1, item, out);
  return out;
}

}  // namespace

void copy_strided(const uint8_t* in, const int64_t* strides, const Shape& shape, int64_t item,
                  uint8_t* out) {
  if (shape.volume() == 0) return;
  Axis axes[kMaxDims + 2];
  int count = 2;
  axes[0] = axes[1] = {1, 0};  // always at least two axes
  for (int d = 0; d < shape.ndim; d++) {
    if (shape[d] == 1) continue;
    Axis& last = axes[count - 1];
    if (count > 2 && last.stride == strides[d] * shape[d])
      last = {last.size * shape[d], strides[d]};
    else
      axes[count++] = {shape[d], strides[d]};
  }
  if (count > 2 && axes[count - 1].stride == item) item *= axes[--count].size;  // dense rows
  int first = count > 4 ? 2 : count - 2;
  walk(in, axes + first, count - first, item, out);
}

}  // namespace hr
