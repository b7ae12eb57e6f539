// Shared by the fuzzers: an input in a heap block of exact size, and choices from its last bytes.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "base/error.h"
#include "formats/files.h"
#include "formats/npy.h"

// Aborts if a parser breaks a guarantee, so that libFuzzer keeps the input.
#define PROMISE(ok)                                                         \
  do {                                                                      \
    if (!(ok)) {                                                            \
      std::fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #ok); \
      std::abort();                                                         \
    }                                                                       \
  } while (false)

namespace fuzz {

constexpr size_t kChoices = 4;  // trailing bytes of an input that select how it is read

// An input: contents in a heap block of exactly their size, and choices.
struct Input {
  std::vector<uint8_t> data;
  uint32_t choices = 0;

  Input(const uint8_t* bytes, size_t size) {
    if (size >= kChoices) {
      size -= kChoices;
      std::memcpy(&choices, bytes + size, kChoices);
    }
    data.assign(bytes, bytes + size);
    data.shrink_to_fit();
  }
  uint32_t choose(uint32_t count) {
    const uint32_t c = choices % count;
    choices /= count;
    return c;
  }
};

class MemoryFile : public hr::File {
 public:
  explicit MemoryFile(const std::vector<uint8_t>& data)
      : File(static_cast<int64_t>(data.size())), data_(data) {}
  void read(int64_t offset, int64_t length, uint8_t* out) const override {
    PROMISE(offset >= 0 && length >= 0 && offset <= size() && length <= size() - offset);
    if (length) std::memcpy(out, data_.data() + offset, static_cast<size_t>(length));
  }

 private:
  const std::vector<uint8_t>& data_;
};

inline hr::ReadBytes reader(const MemoryFile& file) {
  return [&file](int64_t offset, int64_t n, uint8_t* out) { file.read(offset, n, out); };
}

// Runs f; an Error with a message is an acceptable result.
template <class F>
void attempt(F&& f) {
  try {
    f();
  } catch (const hr::Error& e) {
    PROMISE(e.what()[0] != 0);
  }
}

}  // namespace fuzz
