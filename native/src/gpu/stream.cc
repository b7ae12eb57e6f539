#include "headrace/gpu/stream.h"

#include <map>

#include "headrace/error.h"
#include "headrace/gpu/staging.h"

namespace hr::gpu {

Stream::~Stream() {
  if (!owned) return;
  try {
    Entered entered(device);
    close_staging(*this);
    driver().drop_stream(handle);
  } catch (const Error&) {
    return;  // after an error of the device: a destructor cannot say more
  }
}

void Stream::synchronize() const {
  Entered entered(device);
  driver().synchronize(handle);
}

void Stream::follow(Handle other) const {
  Entered entered(device);
  Driver& d = driver();
  Handle event = d.make_event();
  d.record(event, other);
  d.wait(handle, event);
  d.drop_event(event);  // the driver keeps it until it has been reached
}

// Who has a stream uses a GPU: batches that are made from now on may go there.
static void pin_batches(int device) {
  static std::atomic<int> where{-1};  // pinned memory serves all devices, but needs one of them
  int none = -1;
  if (!where.compare_exchange_strong(none, device)) return;
  use_pinned_memory({[](size_t bytes) -> void* {
                       try {
                         Entered entered(where);
                         return driver().allocate_pinned(bytes);
                       } catch (const Error&) {
                         return nullptr;
                       }
                     },
                     [](void* memory) {
                       try {
                         Entered entered(where);
                         driver().release_pinned(memory);
                       } catch (const Error&) {
                         return;  // the device is gone, and its memory with it
                       }
                     }});
}

StreamRef make_stream(int device) {
  auto s = std::make_shared<Stream>();
  s->device = device;
  Entered entered(device);
  s->handle = driver().make_stream();
  s->owned = true;
  pin_batches(device);
  return s;
}

StreamRef wrap_stream(int device, Handle handle, std::shared_ptr<void> owner) {
  pin_batches(device);
  auto s = std::make_shared<Stream>();
  s->device = device;
  s->handle = handle;
  s->owner = std::move(owner);
  return s;
}

namespace {

struct Defaults {
  std::mutex mutex;
  std::map<int, StreamRef> streams;
};

Defaults& defaults() {
  static auto* d = new Defaults;
  return *d;
}

}  // namespace

StreamRef default_stream(int device) {
  Defaults& d = defaults();
  std::lock_guard lock(d.mutex);
  StreamRef& s = d.streams[device];
  if (!s) s = make_stream(device);
  return s;
}

void set_default_stream(const StreamRef& stream) {
  Defaults& d = defaults();
  std::lock_guard lock(d.mutex);
  d.streams[stream->device] = stream;
}

// ---- memory -----------------------------------------------------------------------------------

// What the owner of device memory knows: where it belongs, and who else has been using it.
struct DeviceMemory {
  StreamRef stream;
  std::mutex mutex;
  std::vector<StreamRef> others;

  // Runs where nobody can catch anything: a stream that its owner has destroyed is past all work.
  void settle() noexcept {
    for (const StreamRef& o : others) try {
        stream->follow(*o);
      } catch (const Error&) {
        continue;
      }
  }
};

BufferRef allocate_on(const StreamRef& stream, size_t bytes) {
  Entered entered(stream->device);
  // Kernels read whole words: the last one of a sample is there, too.
  Address memory = driver().allocate((bytes + 15) / 16 * 16 + 16, stream->handle);
  auto b = std::make_shared<Buffer>();
  auto owner = std::make_shared<DeviceMemory>();
  owner->stream = stream;
  b->data = reinterpret_cast<uint8_t*>(memory);
  b->size = bytes;
  b->device = owner;
  b->release = [owner, memory] {
    owner->settle();
    try {
      Entered again(owner->stream->device);
      driver().release(memory, owner->stream->handle);
    } catch (const Error&) {
      return;  // the device is gone, and its memory with it
    }
  };
  return b;
}

// Memory of others goes back to them when our streams have read it; ours is not used again before
// that. Until then it waits here.
namespace {

struct Borrowed {
  int device;
  std::vector<Handle> events;
  std::function<void()> release;
  const Buffer* uploaded = nullptr;  // ours
};

struct BorrowedList {
  std::mutex mutex;
  std::vector<Borrowed> waiting;
  std::atomic<bool> any{false};
};

BorrowedList& borrowed() {
  static auto* b = new BorrowedList;
  return *b;
}

void wait_for_release(Borrowed one) {
  BorrowedList& list = borrowed();
  std::lock_guard lock(list.mutex);
  list.waiting.push_back(std::move(one));
  list.any = true;
}

void give_back(const std::shared_ptr<DeviceMemory>& memory, std::function<void()> release) {
  try {
    Driver& d = driver();
    Entered entered(memory->stream->device);
    Borrowed one{memory->stream->device, {}, std::move(release)};
    memory->others.push_back(memory->stream);
    for (const StreamRef& s : memory->others) {
      one.events.push_back(d.make_event());
      d.record(one.events.back(), s->handle);
    }
    wait_for_release(std::move(one));
  } catch (const Error&) {
    return;  // the device is gone: its memory is nobody's
  }
}

}  // namespace

void return_borrowed() {
  BorrowedList& list = borrowed();
  if (!list.any.load(std::memory_order_relaxed)) return;
  std::vector<Borrowed> done;
  {
    std::lock_guard lock(list.mutex);
    Driver& d = driver();
    for (size_t k = 0; k < list.waiting.size();) {
      Borrowed& b = list.waiting[k];
      Entered entered(b.device);
      bool reached = true;
      for (Handle e : b.events) reached = reached && d.reached(e);
      if (!reached) {
        k++;
        continue;
      }
      for (Handle e : b.events) d.drop_event(e);
      done.push_back(std::move(b));
      list.waiting.erase(list.waiting.begin() + static_cast<ptrdiff_t>(k));
    }
    list.any = !list.waiting.empty();
  }
  for (Borrowed& b : done) b.release();
}

void keep_for_upload(const BufferRef& buffer, const StreamRef& stream) {
  Driver& d = driver();
  Entered entered(stream->device);
  Handle event = d.make_event();
  d.record(event, stream->handle);
  buffer->uploading = true;
  wait_for_release({stream->device, {event}, [buffer] {}, buffer.get()});
}

// Under the lock, since return_borrowed drops events.
void finish_uploads(Buffer& buffer) {
  if (!buffer.uploading) return;
  BorrowedList& list = borrowed();
  std::lock_guard lock(list.mutex);
  for (const Borrowed& b : list.waiting) {
    if (b.uploaded != &buffer) continue;
    Entered entered(b.device);
    for (Handle e : b.events) driver().await(e);
  }
  buffer.uploading = false;
}

BufferRef wrap_on(const StreamRef& stream, Address memory, size_t bytes,
                  std::function<void()> release) {
  return_borrowed();
  auto owner = std::make_shared<DeviceMemory>();
  owner->stream = stream;
  auto b =
      wrap(reinterpret_cast<void*>(memory), bytes, [owner, release] { give_back(owner, release); });
  b->device = owner;
  return b;
}

void used_on(Buffer& buffer, const StreamRef& stream) {
  if (!buffer.device || buffer.device->stream->handle == stream->handle) return;
  DeviceMemory& m = *buffer.device;
  std::lock_guard lock(m.mutex);
  for (const StreamRef& o : m.others)
    if (o->handle == stream->handle) return;
  m.others.push_back(stream);
}

void follow_users(Buffer& buffer, const Stream& stream) {
  if (!buffer.device) return;
  std::vector<StreamRef> others;
  {
    std::lock_guard lock(buffer.device->mutex);
    others = buffer.device->others;
  }
  for (const StreamRef& o : others) stream.follow(*o);
}

}  // namespace hr::gpu
