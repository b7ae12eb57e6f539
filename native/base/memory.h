// Buffers: one owner count each; slabs come from and return to a process-wide pool.
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
  // How many outside may write into it (a wrapped array, views we handed out that are still
  // alive): calls that read such a buffer run at once instead of staying queued.
  std::atomic<int> shared_writable{0};
  std::atomic<bool> lent{false};       // somebody outside could write into it at some time
  bool read_only = false;              // its owner must not see changes: bytes, read-only arrays
  bool pinned = false;                 // host memory that a GPU reads and writes directly
  std::atomic<bool> uploading{false};  // a GPU may still be reading it (gpu::keep_for_upload)
  std::function<void()> release;       // external memory: gives it back to its owner
  std::shared_ptr<gpu::DeviceMemory> device;  // null: host memory
  ~Buffer();
};
using BufferRef = std::shared_ptr<Buffer>;

// 64-byte aligned, not cleared, with 64 bytes behind them: kernels may read (never use) a vector
// past the end. Where a GPU is in use, large ones are pinned. More than max_allocation(): an Error.
BufferRef allocate(size_t bytes);
BufferRef wrap(void* data, size_t bytes, std::function<void()> release);

// The most bytes that one allocation on the host may have. A size that is wrong or hostile fails
// with a message, before the system kills the process. By default the memory of the machine, or of
// the cgroup where that is less.
size_t max_allocation();
void set_max_allocation(size_t bytes);  // 0: the default
// what: who needs them, may be empty.
[[noreturn]] void refuse_allocation(size_t bytes, const std::string& what);
// The size of slabs that hold so many bytes, and the number of their class.
size_t slab_class(size_t bytes, int& index);

// Where pinned memory comes from and goes to. `take` may decline: null.
struct PinnedMemory {
  void* (*take)(size_t bytes);
  void (*give_back)(void* memory);
};
void use_pinned_memory(PinnedMemory from);  // from now on; only the first call counts

struct MemoryStats {
  size_t live, cached, pinned;  // bytes; pinned: of both
};
MemoryStats memory_stats();
void trim_memory();  // gives cached slabs back to the system

void memory_after_fork_child();  // there, nothing is pinned any more

}  // namespace hr
