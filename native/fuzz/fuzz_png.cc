// Fuzzer: the PNG decoder; mostly with repaired checksums, else damage would not get past them.
#include <zlib.h>

#include "picture.h"

namespace {

void repair(std::vector<uint8_t>& data) {
  for (size_t at = 8; at + 12 <= data.size();) {
    const size_t length =
        static_cast<size_t>(data[at]) << 24 | data[at + 1] << 16 | data[at + 2] << 8 | data[at + 3];
    if (length > data.size() - at - 12) return;
    const auto crc =
        static_cast<uint32_t>(crc32(0, data.data() + at + 4, static_cast<uInt>(length + 4)));
    for (size_t k = 0; k < 4; k++)
      data[at + 8 + length + k] = static_cast<uint8_t>(crc >> (24 - 8 * k));
    at += 12 + length;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  if (in.choose(4)) repair(in.data);
  return fuzz::picture(hr::codecs::Format::png, in);
}
