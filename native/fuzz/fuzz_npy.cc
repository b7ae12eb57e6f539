// Fuzzer: .npy headers, and boxes of the arrays.
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  const fuzz::MemoryFile file(in.data);
  fuzz::attempt([&] {
    const hr::NpyHeader h = hr::read_npy_header(fuzz::reader(file), file.size());
    PROMISE(h.bytes() >= 0 && h.offset >= 0 && h.offset <= file.size() &&
            h.bytes() <= file.size() - h.offset);
    int64_t start[hr::kMaxDims] = {}, count[hr::kMaxDims] = {}, volume = 1;
    for (int d = 0; d < h.shape.ndim; d++) {
      start[d] = h.shape[d] ? in.choose(3) % h.shape[d] : 0;
      count[d] = h.shape[d] - start[d] - (in.choose(2) && h.shape[d] - start[d] > 0);
      volume *= count[d];
    }
    std::vector<uint8_t> out(static_cast<size_t>(volume * hr::itemsize(h.dtype)));
    hr::read_npy_box(fuzz::reader(file), h, start, count, out.data());
  });
  return 0;
}
