// Buffers: one owner count each; slabs come from and return to a process-wide pool.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

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
  std::atomic<bool> lent{false};  // somebody outside could write into it at some time
  bool read_only = false;         // its owner must not see changes: bytes, read-only arrays
  std::function<void()> release;  // external memory: gives it back to its owner
  std::shared_ptr<gpu::DeviceMemory> device;  // null: host memory
  ~Buffer();
};
using BufferRef = std::shared_ptr<Buffer>;

BufferRef allocate(size_t bytes);  // 64-byte aligned, not cleared
BufferRef wrap(void* data, size_t bytes, std::function<void()> release);

struct MemoryStats {
  size_t live, cached;
};
MemoryStats memory_stats();
void trim_memory();  // gives cached slabs back to the system

void memory_before_fork();
void memory_after_fork();

}  // namespace hr
