// Fuzzer: the text index of a WebDataset, beside an archive that it is about.
#include <unistd.h>

#include "formats/webdataset.h"
#include "fuzz.h"

namespace {

// A file of this process, written anew for every input.
struct Scratch {
  std::string path;
  explicit Scratch(const char* ending)
      : path("/tmp/headrace_fuzz_" + std::to_string(getpid()) + ending) {}
  ~Scratch() { unlink(path.c_str()); }
  void write(const std::vector<uint8_t>& data) const {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    PROMISE(file && std::fwrite(data.data(), 1, data.size(), file) == data.size());
    std::fclose(file);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Scratch archive(".tar"), index(".idx");
  constexpr int64_t kArchive = 10240;
  static const bool once = (archive.write(std::vector<uint8_t>(kArchive)), true);
  PROMISE(once);
  fuzz::Input in(data, size);
  hr::WebdatasetOptions options{{{"jpg", "png"}, {"cls"}}, {1, 1}, true, {}};
  options.case_sensitive = in.choose(2);
  options.missing = static_cast<hr::WebdatasetOptions::Missing>(in.choose(3));
  options.item_sizes[1] = in.choose(2) ? 8 : 1;
  const bool walk = in.choose(8) == 0;  // the input is the archive itself
  const Scratch& changed = walk ? archive : index;
  changed.write(in.data);
  const int64_t length = walk ? static_cast<int64_t>(in.data.size()) : kArchive;
  fuzz::attempt([&] {
    const hr::Webdataset set(archive.path, {static_cast<int64_t>(archive.path.size())},
                             walk ? std::vector<std::string>{} : std::vector{index.path}, options,
                             nullptr);
    for (int64_t s = 0; s < set.samples(); s++)
      for (int64_t o = 0; o < set.outputs(); o++) {
        const auto part = set.component(set.sample(s), o);
        PROMISE(part.offset == -1 ||
                (part.offset >= 0 && part.length >= 0 && part.offset <= length &&
                 part.length <= length - part.offset));
      }
  });
  if (walk) archive.write(std::vector<uint8_t>(kArchive));
  return 0;
}
