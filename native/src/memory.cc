// The slab pool: freed slabs wait in size classes and are handed out again while still warm.
#include "headrace/memory.h"

#include <array>
#include <cstdlib>
#include <mutex>
#include <new>
#include <vector>

namespace hr {
namespace {

constexpr size_t kAlign = 64;
constexpr size_t kMinClass = 1024;
constexpr size_t kCacheLimit = size_t(512) << 20;  // bytes kept for reuse: two large batches

// Classes grow by quarters of a power of two: at most 25 % of a slab is unused.
size_t class_size(size_t bytes, int& index) {
  size_t base = kMinClass;
  index = 0;
  while (base * 2 <= bytes) {
    base *= 2;
    index += 4;
  }
  for (int q = 0; q < 4; q++, index++) {
    size_t size = base + base / 4 * q;
    if (size >= bytes) return size;
  }
  return base * 2;
}

struct Slab {
  uint8_t* data;
  size_t size;
  uint64_t time;  // when it came back
};

struct SlabPool {
  std::mutex mutex;
  std::array<std::vector<Slab>, 256> free;  // oldest first
  uint64_t clock = 0;
  std::atomic<size_t> live{0}, cached{0};
};

// Never destroyed: buffers outlive static destructors (arrays held at interpreter exit).
SlabPool& pool() {
  static SlabPool* p = new SlabPool;
  return *p;
}

// When the cache is full the slabs that waited longest go: sizes nobody asks for any more must not
// keep those out that are needed again and again.
void give_back(uint8_t* data, size_t size, int index) {
  SlabPool& p = pool();
  p.live -= size;
  std::vector<uint8_t*> dying;
  {
    std::lock_guard lock(p.mutex);
    p.free[index].push_back({data, size, p.clock++});
    p.cached += size;
    while (p.cached > kCacheLimit) {
      std::vector<Slab>* oldest = nullptr;
      for (auto& list : p.free)
        if (!list.empty() && (!oldest || list.front().time < oldest->front().time)) oldest = &list;
      p.cached -= oldest->front().size;
      dying.push_back(oldest->front().data);
      oldest->erase(oldest->begin());
    }
  }
  for (uint8_t* d : dying) std::free(d);
}

}  // namespace

Buffer::~Buffer() {
  if (release) release();
}

BufferRef allocate(size_t bytes) {
  SlabPool& p = pool();
  int index = 0;
  size_t size = class_size(bytes ? bytes : 1, index);
  uint8_t* data = nullptr;
  {
    std::lock_guard lock(p.mutex);
    auto& list = p.free[index];
    if (!list.empty()) {
      data = list.back().data;
      list.pop_back();
      p.cached -= size;
    }
  }
  if (!data)
    data = static_cast<uint8_t*>(std::aligned_alloc(kAlign, (size + kAlign - 1) / kAlign * kAlign));
  if (!data) throw std::bad_alloc();
  p.live += size;
  auto b = std::make_shared<Buffer>();
  b->data = data;
  b->size = bytes;
  b->release = [data, size, index] { give_back(data, size, index); };
  return b;
}

BufferRef wrap(void* data, size_t bytes, std::function<void()> release) {
  auto b = std::make_shared<Buffer>();
  b->data = static_cast<uint8_t*>(data);
  b->size = bytes;
  b->release = std::move(release);
  return b;
}

MemoryStats memory_stats() { return {pool().live.load(), pool().cached.load()}; }

void trim_memory() {
  SlabPool& p = pool();
  std::lock_guard lock(p.mutex);
  for (auto& list : p.free) {
    for (const Slab& slab : list) std::free(slab.data);
    list.clear();
  }
  p.cached = 0;
}

void memory_before_fork() { pool().mutex.lock(); }
void memory_after_fork() { pool().mutex.unlock(); }

}  // namespace hr
