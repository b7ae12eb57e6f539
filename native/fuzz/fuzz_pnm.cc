// Fuzzer: the PNM decoder.
#include "picture.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  return fuzz::picture(hr::codecs::Format::pnm, in);
}
