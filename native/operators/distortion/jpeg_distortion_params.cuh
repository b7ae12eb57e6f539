// What the host hands to the kernels of jpeg_distortion.
#pragma once

namespace hrk {

// The bytes of hr::QuantStep.
struct JpegStep {
  unsigned short step, bias, mul, mul2, back;
};

struct JpegParams {
  unsigned long long from, to;
  unsigned long long planes;  // Y, Cb, Cr of whole units of 16×16 pixels
  unsigned long long steps;   // offset of 64 JpegSteps of luma, and as many of chroma
  int ny, nx;
  int units, unused;  // in a row
};

}  // namespace hrk
