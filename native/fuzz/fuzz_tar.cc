// Fuzzer: tar archives; mostly with repaired header checksums.
#include "formats/tar.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  const bool repair = in.choose(4) != 0;
  for (size_t at = 0; repair && at + 512 <= in.data.size(); at += 512) {
    uint8_t* header = in.data.data() + at;
    if (std::memcmp(header + 257, "ustar", 5) != 0) continue;
    std::memset(header + 148, ' ', 8);
    unsigned sum = 0;
    for (int i = 0; i < 512; i++) sum += header[i];
    std::snprintf(reinterpret_cast<char*>(header) + 148, 7, "%06o", sum);
  }
  constexpr int64_t kWindows[] = {0, 4096, 512, 1 << 16};
  const int64_t window = kWindows[in.choose(4)];
  const fuzz::MemoryFile file(in.data);
  fuzz::attempt([&] {
    hr::walk_tar(
        file,
        [&](const hr::TarEntry& e) {
          PROMISE(e.offset >= 0 && e.size >= 0 && e.offset <= file.size() &&
                  e.size <= file.size() - e.offset);
        },
        window);
  });
  return 0;
}
