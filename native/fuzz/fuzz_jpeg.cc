// Fuzzer: the JPEG decoder.
#include "picture.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  return fuzz::picture(hr::codecs::Format::jpeg, in);
}
