// Fuzzer: the WebP decoder; mostly with a repaired length in its RIFF header.
#include "picture.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  if (in.choose(4) && in.data.size() > 8) {
    const uint32_t length = static_cast<uint32_t>(in.data.size() - 8);
    std::memcpy(in.data.data() + 4, &length, 4);
  }
  return fuzz::picture(hr::codecs::Format::webp, in);
}
