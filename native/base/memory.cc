// The slab pool: freed slabs are kept by size class and reused while warm in cache.
#include "base/memory.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

#include "base/error.h"
#include "base/fork_mutex.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(data, bytes) static_cast<void>(0)
#endif

namespace hr {
namespace {

constexpr size_t kAlign = 64;
constexpr size_t kSlack = 64;  // after every allocation
constexpr size_t kMinClass = 1024;
constexpr int kClasses = 256;  // 213 are needed for 2**63 bytes
#ifdef __SANITIZE_ADDRESS__
constexpr size_t kCacheLimit = 0;  // no reuse, so that ASan finds use after free
#else
constexpr size_t kCacheLimit = size_t(512) << 20;  // bytes cached: two large batches
#endif
constexpr size_t kPinnedLimit = size_t(1) << 30;  // pinned memory is slow to get
constexpr size_t kLeastPinned = size_t(256) << 10;
constexpr size_t kMostPinned = size_t(2) << 30;  // at once; at most a quarter of physical memory

struct Slab {
  uint8_t* data;
  size_t size;
  uint64_t time;  // when it was freed
};

// Slabs to free, linked through their own memory: buffers die in destructors, which must not
// allocate.
class DyingSlabs {
 public:
  void push(uint8_t* data, size_t size) {
    std::memcpy(data, &first_, sizeof first_);
    first_ = data;
    bytes_ += size;
  }
  uint8_t* pop() {  // null: empty
    uint8_t* data = first_;
    if (data) std::memcpy(&first_, data, sizeof first_);
    return data;
  }
  size_t bytes() const { return bytes_; }  // of all slabs pushed

 private:
  uint8_t* first_ = nullptr;
  size_t bytes_ = 0;
};

// Freed slabs by size class, for reuse.
struct SlabCache {
  explicit SlabCache(size_t most) : limit(most) {}
  const size_t limit;                            // bytes
  std::array<std::vector<Slab>, kClasses> free;  // oldest first
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
  DyingSlabs put(uint8_t* data, size_t size, int index) noexcept {
    try {
      free[index].push_back({data, size, clock++});
    } catch (const std::bad_alloc&) {  // no memory to list it: free it
      DyingSlabs dying;
      dying.push(data, size);
      return dying;
    }
    bytes += size;
    return shrink(limit);
  }
  // Evicts the slabs that waited longest: sizes no longer used must not crowd out those in use.
  DyingSlabs shrink(size_t most) noexcept {
    DyingSlabs dying;
    while (bytes > most) {
      std::vector<Slab>* oldest = nullptr;
      for (auto& list : free)
        if (!list.empty() && (!oldest || list.front().time < oldest->front().time)) oldest = &list;
      bytes -= oldest->front().size;
      dying.push(oldest->front().data, oldest->front().size);
      oldest->erase(oldest->begin());
    }
    return dying;
  }
};

struct SlabPool {
  ForkMutex mutex;
  SlabCache heap{kCacheLimit}, pinned{kPinnedLimit};
  PinnedMemory source{nullptr, nullptr};  // null: no GPU in use
  std::atomic<size_t> live{0};
  size_t pinned_bytes = 0;  // allocated from `source`
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

void free_pinned(DyingSlabs dying) {
  if (!dying.bytes()) return;
  SlabPool& p = pool();
  PinnedMemory source;
  {
    std::lock_guard lock(p.mutex);
    source = p.source;
    p.pinned_bytes -= dying.bytes();
  }
  if (!source.give_back) return;  // forked child: cannot be freed here
  while (uint8_t* data = dying.pop()) source.give_back(data);
}

void free_heap(DyingSlabs dying) {
  while (uint8_t* data = dying.pop()) std::free(data);
}

void give_back(uint8_t* data, size_t size, int index, bool pinned) noexcept {
  SlabPool& p = pool();
  p.live -= size;
  DyingSlabs dying;
  {
    std::lock_guard lock(p.mutex);
    dying = (pinned ? p.pinned : p.heap).put(data, size, index);
  }
  if (pinned) return free_pinned(dying);
  free_heap(dying);
}

BufferRef buffer_of(uint8_t* data, size_t bytes, size_t size, int index, bool pinned) {
  pool().live += size;
  try {
    auto b = std::make_shared<Buffer>();
    b->data = data;
    b->size = bytes;
    b->pinned = pinned;
    b->release = [data, size, index, pinned] { give_back(data, size, index, pinned); };
    return b;
  } catch (const std::bad_alloc&) {
    give_back(data, size, index, pinned);
    throw;
  }
}

// Null: no GPU in use, too much pinned, or the driver has no more.
uint8_t* take_pinned(size_t size, int index) {
  SlabPool& p = pool();
  PinnedMemory source;
  DyingSlabs dying;  // evicted to make room
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
  auto* data = static_cast<uint8_t*>(source.take(size));  // slow: not under the lock
  if (data) return data;
  std::lock_guard lock(p.mutex);
  p.pinned_bytes -= size;
  return nullptr;
}

}  // namespace

Buffer::~Buffer() {
  if (release) release();
}

// Four classes per power of two: at most 25 % of a slab is unused.
size_t slab_class(size_t bytes, int& index) {
  if (bytes > PTRDIFF_MAX) refuse_allocation(bytes, "");
  size_t base = kMinClass;
  index = 0;
  while (base <= bytes / 2) {
    base *= 2;
    index += 4;
  }
  for (int q = 0; q < 4; q++, index++) {
    size_t size = base + base / 4 * q;
    if (size >= bytes) return size;
  }
  return base * 2;
}

BufferRef allocate(size_t bytes) {
  if (bytes > max_allocation()) [[unlikely]]
    refuse_allocation(bytes, "");
  SlabPool& p = pool();
  int index = 0;
  size_t size = slab_class(bytes + kSlack, index);
  if (size >= kLeastPinned)
    if (uint8_t* data = take_pinned(size, index)) return buffer_of(data, bytes, size, index, true);
  uint8_t* data = nullptr;
  {
    std::lock_guard lock(p.mutex);
    data = p.heap.take(index);
  }
  if (!data) data = static_cast<uint8_t*>(std::aligned_alloc(kAlign, size));  // multiple of 256
  if (!data)
    throw Error(ErrorKind::memory, "the system has no " + std::to_string(bytes) + " bytes left");
  // Rounding up to the size class: nothing may touch it.
  ASAN_POISON_MEMORY_REGION(data + bytes + kSlack, size - bytes - kSlack);
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
  DyingSlabs heap, pinned;
  {
    std::lock_guard lock(p.mutex);
    heap = p.heap.shrink(0);
    pinned = p.pinned.shrink(0);
  }
  free_heap(heap);
  free_pinned(pinned);
}

// Pinned slabs are neither reused nor freed in the child.
void memory_after_fork_child() { pool().source = {nullptr, nullptr}; }

}  // namespace hr
