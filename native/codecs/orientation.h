// EXIF orientation: where a stored pixel goes in the output, and which stored region a box needs.
#pragma once
#include <cstring>

#include "codecs/picture.h"

namespace hr::codecs {

// How stored coordinates become those of the output: mirror, then exchange the axes.
struct Orientation {
  bool flip_x, flip_y, swap;
  explicit Orientation(int exif)
      : flip_x(exif == 2 || exif == 3 || exif == 7 || exif == 8),
        flip_y(exif == 3 || exif == 4 || exif == 6 || exif == 7),
        swap(exif >= 5) {}
};

// The orientation in a TIFF structure (what Exif data is), or 0 if it has none.
int exif_orientation(const uint8_t* data, size_t size);

// A box of the output in stored coordinates; the stored image has this height and width.
Box to_stored(const Box& box, const Orientation& turn, int64_t height, int64_t width);

// Where a region goes: its pixel (0, 0) to `origin`, the next row and column at these distances.
struct Target {
  uint8_t* origin;
  ptrdiff_t row_step, column_step;
  int pixel;  // bytes

  // `region` is in stored coordinates; `out`, `pitch`: where its image in the output begins.
  static Target make(const Box& region, const Orientation& turn, int pixel, void* out,
                     ptrdiff_t pitch);

  // Puts `width` pixels of each of `rows` rows, beginning at row y of the region.
  void put(int64_t y, int rows, const uint8_t* const* from, int64_t width) const;

  // Whether a row lies in the output as it does in the file.
  bool straight() const { return column_step == pixel; }

 private:
  template <int Bytes>
  void scatter(int64_t y, int rows, const uint8_t* const* from, int64_t width) const;
};

}  // namespace hr::codecs
