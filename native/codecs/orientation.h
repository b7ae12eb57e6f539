// EXIF orientation: destination of stored pixels, and the stored region of a box.
#pragma once
#include <cstring>

#include "codecs/picture.h"

namespace hr::codecs {

// Transform from stored to output coordinates: mirror, then swap the axes.
struct Orientation {
  bool flip_x, flip_y, swap;
  explicit Orientation(int exif)
      : flip_x(exif == 2 || exif == 3 || exif == 7 || exif == 8),
        flip_y(exif == 3 || exif == 4 || exif == 6 || exif == 7),
        swap(exif >= 5) {}
};

// Orientation in a TIFF structure (the content of Exif data), 0 if none.
int exif_orientation(const uint8_t* data, size_t size);

// Maps a box of the output to stored coordinates; height and width are those of the stored image.
Box to_stored(const Box& box, const Orientation& turn, int64_t height, int64_t width);

// Destination of a region: pixel (0, 0) at `origin`, with signed strides per row and column.
struct Target {
  uint8_t* origin;
  ptrdiff_t row_step, column_step;
  int pixel;  // bytes per pixel

  // `region` is in stored coordinates; `out` and `pitch` are its destination in the output.
  static Target make(const Box& region, const Orientation& turn, int pixel, void* out,
                     ptrdiff_t pitch);

  // Writes `width` pixels of each of `rows` rows, starting at row y of the region.
  void put(int64_t y, int rows, const uint8_t* const* from, int64_t width) const;

  // True if rows are contiguous in the output, as in the file.
  bool straight() const { return column_step == pixel; }

 private:
  template <int Bytes>
  void scatter(int64_t y, int rows, const uint8_t* const* from, int64_t width) const;
};

}  // namespace hr::codecs
