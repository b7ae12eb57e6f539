// Quantisation tables of a JPEG file of some quality.
#pragma once
#include "simd/jpeg_distortion.h"

namespace hr {

struct JpegTables {
  QuantTable luma, chroma;
};

// quality: from 1 to 100.
void fill_jpeg_tables(int64_t quality, JpegTables& to);

}  // namespace hr
