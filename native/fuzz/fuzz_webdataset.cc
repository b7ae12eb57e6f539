// Fuzzer: the text index of a WebDataset, with the archive it describes.
#include "formats/webdataset.h"
#include "fuzz.h"

namespace {

// Both files are served from memory: writing them to disk takes forty times as long as parsing.
const std::string kArchive = "fuzz://archive.tar", kIndex = "fuzz://archive.idx";
const std::vector<uint8_t>*archive, *index_text;  // null: cannot be opened

std::shared_ptr<const hr::File> open(const std::string& url, bool) {
  const auto* data = url == kArchive ? archive : index_text;
  if (!data) hr::fail(hr::ErrorKind::missing_file, "no such file");
  return std::make_shared<fuzz::MemoryFile>(*data);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  hr::set_remote_opener(open);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<uint8_t> blank(10240);
  fuzz::Input in(data, size);
  hr::WebdatasetOptions options{{{"jpg", "png"}, {"cls"}}, {1, 1}, true, {}};
  options.case_sensitive = in.choose(2);
  options.missing = static_cast<hr::WebdatasetOptions::Missing>(in.choose(3));
  options.item_sizes[1] = in.choose(2) ? 8 : 1;
  const bool walk = in.choose(8) == 0;  // the input is the archive itself
  const bool lost = in.choose(64) == 63;
  archive = lost ? nullptr : walk ? &in.data : &blank;
  index_text = lost && in.choose(2) ? nullptr : &in.data;
  const int64_t length = static_cast<int64_t>((walk ? in.data : blank).size());
  fuzz::attempt([&] {
    const hr::Webdataset set(kArchive, {static_cast<int64_t>(kArchive.size())},
                             walk ? std::vector<std::string>{} : std::vector{kIndex}, options,
                             nullptr);
    for (int64_t s = 0; s < set.samples(); s++)
      for (int64_t o = 0; o < set.outputs(); o++) {
        const auto part = set.component(set.sample(s), o);
        PROMISE(part.offset == -1 ||
                (part.offset >= 0 && part.length >= 0 && part.offset <= length &&
                 part.length <= length - part.offset));
      }
  });
  return 0;
}
