// Fuzzer: LMDB databases.
#include "formats/lmdb.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  const fuzz::MemoryFile file(in.data);
  fuzz::attempt([&] {
    const hr::LmdbIndex index = hr::index_lmdb(file);
    PROMISE(index.key_offsets.back() == static_cast<int64_t>(index.keys.size()));
    for (size_t k = 0; k < index.offsets.size(); k++) {
      PROMISE(index.offsets[k] >= 0 && index.lengths[k] >= 0);
      PROMISE(index.lengths[k] <= file.size() - index.offsets[k]);
    }
  });
  return 0;
}
