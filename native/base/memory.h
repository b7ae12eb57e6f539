// Reference-counted buffers; slabs from a process-wide pool.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace hr {

namespace gpu {
struct DeviceMemory;
}

struct Buffer {
  uint8_t* data = nullptr;
  size_t size = 0;
  // Number of live external writers (wrapped arrays, exported views). Calls that read such a buffer
  // run at once instead of being queued.
  std::atomic<int> shared_writable{0};
  std::atomic<bool> lent{false};       // was ever exposed to external writers
  bool read_only = false;              // must not be modified: bytes, read-only arrays
  bool pinned = false;                 // page-locked host memory
  std::atomic<bool> uploading{false};  // a GPU may still read it (gpu::keep_for_upload)
  std::function<void()> release;       // returns the memory to the pool or to its external owner
  std::shared_ptr<gpu::DeviceMemory> device;  // null: host memory
  ~Buffer();
};
using BufferRef = std::shared_ptr<Buffer>;

// 64-byte aligned, uninitialised, followed by 64 bytes that vector loads may touch. Large buffers
// are pinned if a GPU is in use. Throws Error above max_allocation().
BufferRef allocate(size_t bytes);
BufferRef wrap(void* data, size_t bytes, std::function<void()> release);

// Limit of one host allocation, so that a wrong or hostile size fails with a message before the OOM
// killer acts. Default: the memory of the machine or of the cgroup, whichever is less.
size_t max_allocation();
void set_max_allocation(size_t bytes);  // 0: default
// `what`: purpose of the memory, may be empty.
[[noreturn]] void refuse_allocation(size_t bytes, const std::string& what);
// Smallest slab size that holds `bytes`; `index`: its size class.
size_t slab_class(size_t bytes, int& index);

// Allocator of pinned memory. `take` may return null.
struct PinnedMemory {
  void* (*take)(size_t bytes);
  void (*give_back)(void* memory);
};
void use_pinned_memory(PinnedMemory from);  // only the first call has an effect

struct MemoryStats {
  size_t live, cached, pinned;  // bytes; pinned counts both live and cached
};
MemoryStats memory_stats();
void trim_memory();  // frees cached slabs

void memory_after_fork_child();  // stops pinning: the driver does not work there

}  // namespace hr
