// Parameters of the jpeg_distortion kernels, shared by host and device.
#pragma once

namespace hrk {

// Same layout as hr::QuantStep.
struct JpegStep {
  unsigned short step, bias, mul, mul2, back;
};

struct JpegParams {
  unsigned long long from, to;
  unsigned long long planes;  // Y, Cb, Cr of whole MCUs (16×16 pixels)
  unsigned long long steps;   // offset of 64 JpegSteps of luma, then 64 of chroma
  int ny, nx;
  int units, unused;  // MCUs per row
};

}  // namespace hrk
