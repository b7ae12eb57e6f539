// Fuzzer: COCO annotation files, whole and in blocks of several sizes; compressed run lengths.
#include "formats/coco.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  const std::string_view text(reinterpret_cast<const char*>(in.data.data()), in.data.size());
  if (in.choose(8) == 0) {
    fuzz::attempt([&] {
      hr::LongList<uint32_t> runs;
      hr::decode_runs(text, runs);
      PROMISE(runs.size() <= text.size());
    });
    return 0;
  }
  constexpr size_t kMost[] = {1, 7, 100, 1 << 20};
  const size_t most = kMost[in.choose(4)];
  size_t at = 0;
  auto read = [&](char* out, size_t room) {
    const size_t n = std::min({room, most, text.size() - at});
    if (n) std::memcpy(out, text.data() + at, n);
    at += n;
    return n;
  };
  const bool outlines = in.choose(4) != 0, whole = in.choose(128) == 0;  // large blocks are slow
  const fuzz::MemoryFile file(in.data);
  fuzz::attempt([&] {
    const hr::CocoFile f =
        whole ? hr::read_coco(file, outlines) : hr::read_coco(read, outlines, 4096);
    const size_t n = f.annotation_images.size();
    PROMISE(f.boxes.size() == 4 * n && f.image_sizes.size() == 2 * f.image_ids.size());
    PROMISE(f.name_ends.size() == f.image_ids.size() && f.crowds.size() == n);
    for (size_t a = 0; a < f.polygon_ends.size(); a++)
      PROMISE(f.polygon_ends[a] <= static_cast<int64_t>(f.vertex_ends.size()));
  });
  return 0;
}
