// EXIF orientation: parser, and copies of rotated or mirrored pixels.
#include "codecs/orientation.h"

namespace hr::codecs {

int exif_orientation(const uint8_t* p, size_t n) {
  if (n < 8) return 0;
  const bool little = p[0] == 'I';
  if (!little && p[0] != 'M') return 0;
  auto read = [&](size_t at, int bytes) {
    uint32_t v = 0;
    for (int i = 0; i < bytes; i++) v = v << 8 | p[at + (little ? bytes - 1 - i : i)];
    return v;
  };
  const size_t directory = read(4, 4);
  if (directory > n - 2) return 0;
  const size_t entries = read(directory, 2);
  for (size_t i = 0; i < entries; i++) {
    const size_t at = directory + 2 + 12 * i;
    if (at + 12 > n) return 0;
    if (read(at, 2) != 0x0112) continue;
    const uint32_t type = read(at + 2, 2);
    const uint32_t value = type == 3 ? read(at + 8, 2) : type == 4 ? read(at + 8, 4) : 0;
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 0;
  }
  return 0;
}

Box to_stored(const Box& b, const Orientation& o, int64_t height, int64_t width) {
  Box s = o.swap ? Box{b.x0, b.y0, b.x1, b.y1} : b;
  if (o.flip_x) s = {s.y0, width - s.x1, s.y1, width - s.x0};
  if (o.flip_y) s = {height - s.y1, s.x0, height - s.y0, s.x1};
  return s;
}

Target Target::make(const Box& region, const Orientation& o, int pixel, void* out,
                    ptrdiff_t pitch) {
  Target t{static_cast<uint8_t*>(out), o.swap ? pixel : pitch, o.swap ? pitch : pixel, pixel};
  if (o.flip_x) {
    t.origin += (region.x1 - region.x0 - 1) * t.column_step;
    t.column_step = -t.column_step;
  }
  if (o.flip_y) {
    t.origin += (region.y1 - region.y0 - 1) * t.row_step;
    t.row_step = -t.row_step;
  }
  return t;
}

// Column by column: if axes are swapped, this writes contiguous pixels.
template <int Bytes>
void Target::scatter(int64_t y, int rows, const uint8_t* const* from, int64_t width) const {
  const int bytes = Bytes ? Bytes : pixel;
  for (int64_t x = 0; x < width; x++) {
    for (int i = 0; i < rows; i++) {
      std::memcpy(origin + (y + i) * row_step + x * column_step, from[i] + x * bytes,
                  static_cast<size_t>(bytes));
    }
  }
}

void Target::put(int64_t y, int rows, const uint8_t* const* from, int64_t width) const {
  if (straight()) {
    const size_t bytes = static_cast<size_t>(width * pixel);
    for (int i = 0; i < rows; i++) std::memcpy(origin + (y + i) * row_step, from[i], bytes);
    return;
  }
  switch (pixel) {
    case 1:
      return scatter<1>(y, rows, from, width);
    case 3:
      return scatter<3>(y, rows, from, width);
    case 4:
      return scatter<4>(y, rows, from, width);
    case 12:
      return scatter<12>(y, rows, from, width);
    default:
      return scatter<0>(y, rows, from, width);
  }
}

}  // namespace hr::codecs
