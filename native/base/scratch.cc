// Per-thread temporary memory: grows, never shrinks.
#include "base/scratch.h"

#include <cstdlib>
#include <new>

#include "base/memory.h"

namespace hr {

uint8_t* scratch(size_t bytes, int slot) {
  struct Block {
    uint8_t* data = nullptr;
    size_t size = 0;
    ~Block() { std::free(data); }
  };
  thread_local Block blocks[8];
  Block& b = blocks[slot];
  if (bytes > max_allocation()) [[unlikely]]
    refuse_allocation(bytes, "temporary memory");
  if (b.size < bytes + 64) {
    std::free(b.data);
    b.size = (bytes + 64) * 5 / 4;
    b.size = (b.size + 63) / 64 * 64;
    b.data = static_cast<uint8_t*>(std::aligned_alloc(64, b.size));
    if (!b.data) {
      b.size = 0;
      throw std::bad_alloc();
    }
  }
  return b.data;
}

}  // namespace hr
