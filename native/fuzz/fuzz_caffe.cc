// Fuzzer: Caffe and Caffe2 messages.
#include "formats/caffe.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  const hr::Message message(in.data.data(), static_cast<int64_t>(in.data.size()));
  const bool caffe2 = in.choose(2);
  const bool image = in.choose(4) != 0, more = in.choose(2);
  const auto label = static_cast<hr::LabelType>(in.choose(5));
  const hr::TensorsFormat format{image, label, in.choose(9), in.choose(4), more};
  fuzz::attempt([&] {
    std::vector<hr::Part> parts;
    if (caffe2)
      hr::parse(format, message, parts);
    else
      hr::parse(hr::DatumFormat{image, more}, message, parts);
    unsigned sum = 0;
    for (const hr::Part& p : parts) {
      const auto bytes = static_cast<size_t>(p.shape.volume() * hr::itemsize(p.dtype));
      PROMISE(bytes <= 64 * in.data.size() + 128);
      if (p.kind == hr::Part::Kind::bytes) {
        for (size_t k = 0; k < bytes; k++) sum += p.bytes[k];
      } else {
        std::vector<uint8_t> out(bytes);
        hr::write(p, out.data());
      }
    }
    PROMISE(sum + 1 != 0 || parts.empty());
  });
  return 0;
}
