// Fuzzer: the codec table: format detection, and pictures with a foreign decoder. That decoder
// reports a header chosen by the input's last bytes, and fills exactly the requested memory.
#include "codecs/foreign.h"
#include "picture.h"

namespace {

using namespace hr::codecs;

bool missing, unreadable;  // the decoder is missing; the pixels are unreadable

struct Claim {
  int32_t width, height, channels;
  int8_t orientation;
  uint8_t type;
};
constexpr size_t kClaim = 14;

void peek_claim(const uint8_t* data, size_t size, Info& info) {
  if (size < kClaim) hr::fail(hr::ErrorKind::decode, "nothing is claimed");
  Claim c;
  std::memcpy(&c, data + size - kClaim, kClaim);
  info.width = c.width;
  info.height = c.height;
  info.channels = c.channels;
  info.orientation = c.orientation;
  info.type = static_cast<hr::DType>(c.type % static_cast<int>(hr::DType::count));
}

void fill(const uint8_t* data, size_t size, const Info& info, void* out) {
  if (unreadable) hr::fail(hr::ErrorKind::decode, "damaged");
  const size_t bytes = static_cast<size_t>(info.width) * static_cast<size_t>(info.height) *
                       static_cast<size_t>(info.channels * hr::itemsize(info.type));
  for (size_t k = 0; k < bytes; k++) static_cast<uint8_t*>(out)[k] = data[k % size];
}

constexpr Foreign kForeign{peek_claim, fill};

// A region that exceeds the picture must be rejected.
void outside(const fuzz::Input& in, uint32_t side) {
  Options options;
  options.max_pixels = 1 << 16;
  fuzz::attempt([&] {
    const Info info = peek(in.data.data(), in.data.size(), options);
    const hr::Shape s = output_shape(info, options);
    const Box boxes[] = {{-1, 0, 1, 1}, {0, -1, 1, 1}, {0, 0, s[0] + 1, 1}, {0, 0, 1, s[1] + 1}};
    bool refused = false;
    try {
      hr::codecs::decode(in.data.data(), in.data.size(), info, options, &boxes[side], nullptr, 0);
    } catch (const hr::Error& e) {
      refused = e.kind == hr::ErrorKind::value;
    }
    PROMISE(refused);
  });
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  PROMISE(table().size() == static_cast<size_t>(Format::count));
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  missing = in.choose(16) == 15;
  unreadable = in.choose(16) == 15;
  set_foreign(missing ? nullptr : &kForeign);
  if (const uint32_t side = in.choose(16); side < 4) outside(in, side);
  return fuzz::picture(Format::count, in);
}
