// Fuzzer: the JSON scanner, with a different request at every step.
#include "formats/json_scan.h"
#include "fuzz.h"

namespace {

void value(hr::JsonScanner& s, fuzz::Input& in, int depth) {
  const char c = s.peek();
  if (in.choose(8) == 0) return s.skip();
  if (s.null()) return;
  if (c == '{' && depth < 50) {
    s.begin_object();
    while (s.next_key()) {
      PROMISE(s.key().size() <= in.data.size());
      value(s, in, depth + 1);
    }
  } else if (c == '[' && depth < 50) {
    s.begin_array();
    while (s.next_element()) value(s, in, depth + 1);
  } else if (c == '"') {
    PROMISE(s.string().size() <= in.data.size());
  } else if (c == 't' || c == 'f') {
    s.boolean();
  } else if (in.choose(2)) {
    s.number();
  } else {
    s.integer();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input in(data, size);
  constexpr size_t kMost[] = {1, 3, 4096, 1 << 20};
  const size_t most = kMost[in.choose(4)];
  size_t at = 0;
  fuzz::attempt([&] {
    hr::JsonScanner s(
        [&](char* out, size_t room) {
          const size_t n = std::min({room, most, in.data.size() - at});
          if (n) std::memcpy(out, in.data.data() + at, n);
          at += n;
          return n;
        },
        4096);
    value(s, in, 0);
    s.end();
    PROMISE(s.offset() <= static_cast<int64_t>(in.data.size()));
  });
  return 0;
}
