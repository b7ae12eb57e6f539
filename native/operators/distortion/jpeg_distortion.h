// jpeg_distortion: arguments, and the quantisation tables of a JPEG quality.
#pragma once
#include "engine/kernel.h"
#include "simd/jpeg_distortion.h"

namespace hr {

struct JpegDistortionArgs {
  int64_t quality;  // clamped to 1 … 100
};
HR_ARGS(JpegDistortionArgs, quality);

struct JpegTables {
  QuantTable luma, chroma;
};

// quality: from 1 to 100.
void fill_jpeg_tables(int64_t quality, JpegTables& to);

}  // namespace hr
