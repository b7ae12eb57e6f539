// Images in FITS files: blocks of 2880 bytes, headers of cards with 80 characters.
#pragma once
#include <optional>
#include <vector>

#include "formats/npy.h"

namespace hr {

struct FitsImage {
  int bitpix = 8;                  // 8, 16, 32, 64: big-endian integers; -32, -64: floats
  Shape shape;                     // in C order: the reverse of the file's axes
  double scale = 1.0, zero = 0.0;  // value = scale * stored + zero
  std::optional<int64_t> blank;    // stored for "no value"
  int64_t offset = 0;              // of the data in the file
  bool compressed = false;         // tiles in a table: only the header was understood

  DType stored() const;  // the type in the file
  // The type that holds its values: integers where scale and zero make them unsigned, or signed
  // bytes; otherwise floats where there is something to scale, or values are missing.
  DType natural() const;
};

// The images in these units of a file (HDUs, counted from 1). Errors name the unit.
std::vector<FitsImage> find_fits_images(const ReadBytes& read, int64_t size,
                                        const std::vector<int64_t>& units);

// All values of an image as another type: rounded and confined to its range; missing ones are NaN.
void read_fits_image(const ReadBytes& read, const FitsImage& image, DType dtype, uint8_t* out);

}  // namespace hr
