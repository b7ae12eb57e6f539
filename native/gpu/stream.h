// Streams and the memory they own or use.
#pragma once
#include <functional>
#include <mutex>
#include <vector>

#include "base/value.h"
#include "gpu/driver.h"

namespace hr::gpu {

// A queue of GPU work: our own, or a foreign one kept alive by `owner`. (enable_shared_from_this:
// as for Spec, calls that hold it die on worker threads.)
struct Stream : std::enable_shared_from_this<Stream> {
  int device = 0;
  Handle handle = nullptr;
  bool owned = false;
  std::shared_ptr<void> owner;

  ~Stream();
  void synchronize() const;
  // Later work of this stream waits for the work `other` has so far. CUDA's per-thread default
  // stream: a handle means the calling thread's; a Stream may mean any thread's, so the caller
  // waits for the device.
  void follow(Handle other) const;
  void follow(const Stream& other) const;
  bool per_thread() const { return reinterpret_cast<uintptr_t>(handle) == 2; }
};
using StreamRef = std::shared_ptr<Stream>;

StreamRef make_stream(int device);
StreamRef wrap_stream(int device, Handle handle, std::shared_ptr<void> owner);
// For calls whose thread has set no stream; created on first use.
StreamRef default_stream(int device);
void set_default_stream(const StreamRef& stream);  // for its device

// Stream-ordered device memory. Its stream waits for every stream passed to `used_on` before
// releasing it.
BufferRef allocate_on(const StreamRef& stream, size_t bytes);
// Allocates one slab for samples whose dtype and shapes are set, laid out by `lay_out`. Sets
// device, stream, data, owners and dense.
void make_room(Samples& s, const StreamRef& stream);
// Wraps foreign memory. `release` may run on any thread, once all streams that used it have passed.
BufferRef wrap_on(const StreamRef& stream, Address memory, size_t bytes,
                  std::function<void()> release);
void used_on(Buffer& buffer, const StreamRef& stream);
void release_reached();  // releases memory whose streams have passed
// Makes `stream` wait for all streams passed to `used_on`: they may still read or write the memory.
void follow_users(Buffer& buffer, const Stream& stream);

// Keeps our host memory alive while enqueued work of the stream reads it; `finish_uploads` waits
// for that.
void keep_for_upload(std::vector<BufferRef> buffers, const StreamRef& stream);
void finish_uploads(Buffer& buffer);  // before anyone else may write to it

}  // namespace hr::gpu
