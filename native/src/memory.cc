// The slab pool: freed slabs wait in size classes and are handed out again while still warm.
#include "headrace/memory.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>
#include <new>
#include <vector>

#include "headrace/fork_mutex.h"

namespace hr {
namespace {

constexpr size_t kAlign = 64;
constexpr size_t kMinClass = 1024;
constexpr size_t kCacheLimit = size_t(512) << 20;  // bytes kept for reuse: two large batches
constexpr size_t kPinnedLimit = size_t(1) << 30;  // the same of pinned memory, which is dear to get
constexpr size_t kLeastPinned = size_t(256) << 10;
constexpr size_t kMostPinned = size_t(2) << 30;  // at once, and a quarter of the machine's memory

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

// Freed slabs by class, while they wait to be used again.
struct SlabCache {
  explicit SlabCache(size_t most) : limit(most) {}
  const size_t limit;                       // bytes
  std::array<std::vector<Slab>, 256> free;  // oldest first
  uint64_t clock = 0;
  size_t bytes = 0;

  uint8_t* take(int index) {
    auto& list = free[index];
    if (list.empty()) return nullptr;
    Slab found = list.back();
    list.pop_back();
    bytes -= found.size;
    return found.data;
  }
  std::vector<Slab> put(uint8_t* data, size_t size, int index) {
    free[index].push_back({data, size, clock++});
    bytes += size;
    return shrink(limit);
  }
  // When the cache is full the slabs that waited longest go: sizes nobody asks for any more must
  // not keep those out that are needed again and again.
  std::vector<Slab> shrink(size_t most) {
    std::vector<Slab> dying;
    while (bytes > most) {
      std::vector<Slab>* oldest = nullptr;
      for (auto& list : free)
        if (!list.empty() && (!oldest || list.front().time < oldest->front().time)) oldest = &list;
      bytes -= oldest->front().size;
      dying.push_back(oldest->front());
      oldest->erase(oldest->begin());
    }
    return dying;
  }
};

struct SlabPool {
  ForkMutex mutex;
  SlabCache heap{kCacheLimit}, pinned{kPinnedLimit};
  PinnedMemory source{nullptr, nullptr};  // null: no GPU is in use
  std::atomic<size_t> live{0};
  size_t pinned_bytes = 0;  // that the source has given
};

// Never destroyed: buffers outlive static destructors (arrays held at interpreter exit).
SlabPool& pool() {
  static SlabPool* p = new SlabPool;
  return *p;
}
[[maybe_unused]] SlabPool& made_now = pool();  // see Note [Locks and fork]

size_t most_pinned() {
  static const size_t most = [] {
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return kMostPinned;
    return std::min(kMostPinned, static_cast<size_t>(pages) * static_cast<size_t>(page) / 4);
  }();
  return most;
}

void free_pinned(const std::vector<Slab>& dying) {
  if (dying.empty()) return;
  SlabPool& p = pool();
  PinnedMemory source;
  {
    std::lock_guard lock(p.mutex);
    source = p.source;
    for (const Slab& s : dying) p.pinned_bytes -= s.size;
  }
  if (!source.give_back) return;  // a child of the process that pinned it
  for (const Slab& s : dying) source.give_back(s.data);
}

void give_back(uint8_t* data, size_t size, int index, bool pinned) {
  SlabPool& p = pool();
  p.live -= size;
  std::vector<Slab> dying;
  {
    std::lock_guard lock(p.mutex);
    dying = (pinned ? p.pinned : p.heap).put(data, size, index);
  }
  if (pinned) return free_pinned(dying);
  for (const Slab& s : dying) std::free(s.data);
}

BufferRef buffer_of(uint8_t* data, size_t bytes, size_t size, int index, bool pinned) {
  pool().live += size;
  auto b = std::make_shared<Buffer>();
  b->data = data;
  b->size = bytes;
  b->pinned = pinned;
  b->release = [data, size, index, pinned] { give_back(data, size, index, pinned); };
  return b;
}

// Null: no GPU is in use, too much is pinned, or the driver gives no more.
uint8_t* take_pinned(size_t size, int index) {
  SlabPool& p = pool();
  PinnedMemory source;
  std::vector<Slab> dying;  // make room
  {
    std::lock_guard lock(p.mutex);
    source = p.source;
    if (!source.take) return nullptr;
    if (uint8_t* cached = p.pinned.take(index)) return cached;
    const size_t most = most_pinned(), live = p.pinned_bytes - p.pinned.bytes;
    if (live + size > most) return nullptr;
    dying = p.pinned.shrink(most - live - size);
    p.pinned_bytes += size;
  }
  free_pinned(dying);
  auto* data = static_cast<uint8_t*>(source.take(size));  // takes long
  if (data) return data;
  std::lock_guard lock(p.mutex);
  p.pinned_bytes -= size;
  return nullptr;
}

}  // namespace

Buffer::~Buffer() {
  if (release) release();
}

BufferRef allocate(size_t bytes) {
  SlabPool& p = pool();
  int index = 0;
  size_t size = class_size(bytes ? bytes : 1, index);
  if (size >= kLeastPinned)
    if (uint8_t* data = take_pinned(size, index)) return buffer_of(data, bytes, size, index, true);
  uint8_t* data = nullptr;
  {
    std::lock_guard lock(p.mutex);
    data = p.heap.take(index);
  }
  if (!data)
    data = static_cast<uint8_t*>(std::aligned_alloc(kAlign, (size + kAlign - 1) / kAlign * kAlign));
  if (!data) throw std::bad_alloc();
  return buffer_of(data, bytes, size, index, false);
}

BufferRef wrap(void* data, size_t bytes, std::function<void()> release) {
  auto b = std::make_shared<Buffer>();
  b->data = static_cast<uint8_t*>(data);
  b->size = bytes;
  b->release = std::move(release);
  return b;
}

void use_pinned_memory(PinnedMemory from) {
  SlabPool& p = pool();
  std::lock_guard lock(p.mutex);
  if (!p.source.take) p.source = from;
}

MemoryStats memory_stats() {
  SlabPool& p = pool();
  std::lock_guard lock(p.mutex);
  return {p.live.load(), p.heap.bytes + p.pinned.bytes, p.pinned_bytes};
}

void trim_memory() {
  SlabPool& p = pool();
  std::vector<Slab> heap, pinned;
  {
    std::lock_guard lock(p.mutex);
    heap = p.heap.shrink(0);
    pinned = p.pinned.shrink(0);
  }
  for (const Slab& s : heap) std::free(s.data);
  free_pinned(pinned);
}

// Slabs that were pinned are neither used again nor given back.
void memory_after_fork_child() { pool().source = {nullptr, nullptr}; }

}  // namespace hr
