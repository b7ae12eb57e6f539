// Fuzzer: tf.train.Example messages.
#include "formats/example.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const hr::FeatureNames names({"x", "y", "bytes", "ints", "floats", "none"});
  fuzz::Input in(data, size);
  const hr::Span whole{in.data.data(), in.data.data() + in.data.size()};
  fuzz::attempt([&] {
    std::vector<hr::FoundFeature> found(names.size());
    hr::find_features(whole, names, found.data());
    for (const hr::FoundFeature& f : found) {
      PROMISE(f.count >= 0 && f.count <= whole.size());
      const auto count = static_cast<size_t>(f.count);
      if (f.kind == hr::ListKind::ints) {
        std::unique_ptr<int64_t[]> out(new int64_t[count]);
        hr::decode_ints(f, out.get());
      } else if (f.kind == hr::ListKind::floats) {
        std::unique_ptr<float[]> out(new float[count]);
        hr::decode_floats(f, out.get());
      } else if (f.count) {
        PROMISE(f.first.begin >= whole.begin && f.first.end <= whole.end && f.first.size() >= 0);
      }
    }
  });
  return 0;
}
