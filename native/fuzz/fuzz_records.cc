// Fuzzer: indices of TFRecord and RecordIO files, and text index files.
#include "formats/record_index.h"
#include "fuzz.h"
#include "simd/crc32c.h"

namespace {

// Repairs the checksums of lengths, else damage would not get past them.
void repair(std::vector<uint8_t>& data) {
  for (size_t at = 0; at + 16 <= data.size();) {
    uint64_t length;
    std::memcpy(&length, data.data() + at, 8);
    const uint32_t c = hr::crc32c(0, data.data() + at, 8),
                   masked = (c >> 15 | c << 17) + 0xA282EAD8u;
    std::memcpy(data.data() + at + 8, &masked, 4);
    if (length > data.size() - at - 16) return;
    at += 16 + length;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  const uint32_t kind = in.choose(4);
  if (kind == 0 && in.choose(4)) repair(in.data);
  const fuzz::MemoryFile file(in.data);
  fuzz::attempt([&] {
    const auto found = kind == 0   ? hr::index_tfrecord(file)
                       : kind == 1 ? hr::index_recordio(file)
                                   : hr::index_text(file, static_cast<int>(kind) - 1);
    if (kind > 1) return;
    for (int64_t at : found) PROMISE(at >= 0 && at <= file.size());
  });
  return 0;
}
