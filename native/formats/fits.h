// Images in FITS files: blocks of 2880 bytes, headers of 80-character cards.
#pragma once
#include <optional>
#include <vector>

#include "formats/npy.h"

namespace hr {

struct FitsImage {
  int bitpix = 8;                  // 8, 16, 32, 64: big-endian integers; -32, -64: floats
  Shape shape;                     // in C order: the reverse of the file's axes
  double scale = 1.0, zero = 0.0;  // value = scale * stored + zero
  std::optional<int64_t> blank;    // stored value that means "missing"
  int64_t offset = 0;              // offset of the data
  bool compressed = false;         // compressed tiles in a table: only the header was parsed

  DType stored() const;  // element type in the file
  // Element type of the values: integers if scale and zero only change the signedness; floats if
  // values are scaled or missing.
  DType natural() const;
};

// Finds the images in these units of a file (HDUs, counted from 1). Errors name the unit.
std::vector<FitsImage> find_fits_images(const ReadBytes& read, int64_t size,
                                        const std::vector<int64_t>& units);

// Reads all values of an image, rounded and saturated to `dtype`; missing values become NaN.
void read_fits_image(const ReadBytes& read, const FitsImage& image, DType dtype, uint8_t* out);

}  // namespace hr
