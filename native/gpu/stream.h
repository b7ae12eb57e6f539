// Streams, and memory that belongs to them or is read by them.
#pragma once
#include <functional>
#include <mutex>
#include <vector>

#include "base/value.h"
#include "gpu/driver.h"

namespace hr::gpu {

// A queue of GPU work. Ours, or somebody else's that we were given (then `owner` keeps it alive).
// (enable_shared_from_this: as for Spec, calls that hold it die on worker threads.)
struct Stream : std::enable_shared_from_this<Stream> {
  int device = 0;
  Handle handle = nullptr;
  bool owned = false;
  std::shared_ptr<void> owner;

  ~Stream();
  void synchronize() const;
  // Later work of this stream comes after what `other` has been given so far. Of a stream that is
  // another one in each thread the calling thread's is meant by a handle; a Stream may be any of
  // them, so that the caller waits for all work.
  void follow(Handle other) const;
  void follow(const Stream& other) const;
  bool per_thread() const { return reinterpret_cast<uintptr_t>(handle) == 2; }
};
using StreamRef = std::shared_ptr<Stream>;

StreamRef make_stream(int device);
StreamRef wrap_stream(int device, Handle handle, std::shared_ptr<void> owner);
// The stream of calls whose thread has chosen none; made when first asked for.
StreamRef default_stream(int device);
void set_default_stream(const StreamRef& stream);  // of its device

// Device memory, given back to its stream when the last owner lets go; first that stream waits for
// every other one that `used_on` was told of.
BufferRef allocate_on(const StreamRef& stream, size_t bytes);
// Room there for samples whose type and shapes are set, by `lay_out`: one slab, tight where the
// shapes agree. Sets device, stream, data, owners and dense.
void make_room(Samples& s, const StreamRef& stream);
// Memory of somebody else. `release` may run on any thread, once all streams that used it are past
// it.
BufferRef wrap_on(const StreamRef& stream, Address memory, size_t bytes,
                  std::function<void()> release);
void used_on(Buffer& buffer, const StreamRef& stream);
void release_reached();  // what waited for streams that are past it by now
// The stream follows all that `used_on` was told of: they may still read the memory, or have
// written into it.
void follow_users(Buffer& buffer, const Stream& stream);

// Host memory of ours that work of the stream so far reads: it lives until then, and
// `finish_uploads` waits for it.
void keep_for_upload(std::vector<BufferRef> buffers, const StreamRef& stream);
void finish_uploads(Buffer& buffer);  // before somebody else may write into it

}  // namespace hr::gpu
