// Streams, stream-ordered device memory, and host memory that streams still read.
#include "gpu/stream.h"

#include <algorithm>
#include <map>

#include "base/checked.h"
#include "base/error.h"
#include "base/fork_mutex.h"
#include "gpu/staging.h"

namespace hr::gpu {

Stream::~Stream() {
  if (!owned) return;
  try {
    Entered entered(device);
    close_staging(*this);
    driver().drop_stream(handle);
  } catch (const Error&) {
    return;  // device error: a destructor cannot report it
  }
}

void Stream::synchronize() const {
  Entered entered(device);
  driver().synchronize(handle);
}

namespace {

struct Event {
  Handle handle = driver().make_event();
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { driver().drop_event(handle); }  // CUDA defers destruction until the event is reached
};

}  // namespace

void Stream::follow(Handle other) const {
  Entered entered(device);
  Event event;
  driver().record(event.handle, other);
  driver().wait(handle, event.handle);
}

void Stream::follow(const Stream& other) const {
  if (other.handle == handle) return;
  if (!other.per_thread()) return follow(other.handle);
  Entered entered(device);
  driver().finish();
}

// First stream: start pinning host batches.
static void pin_batches(int device) {
  static std::atomic<int> where{-1};  // device used for pinning; the memory serves all devices
  if (where >= 0) return;
  Entered entered(device);  // throws if there is no such device
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
                         return;  // device lost, memory too
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
  ForkMutex mutex;
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

constexpr size_t kMostOnDevice = size_t(1) << 47;  // bytes
constexpr size_t kDeviceAlign = 256;

static void finish(int device) noexcept {
  try {
    Entered entered(device);
    driver().finish();
  } catch (const Error&) {
    return;  // device lost: nothing is running
  }
}

// One mutex for all buffers: held only briefly.
static ForkMutex& users_mutex() {
  static auto* m = new ForkMutex;
  return *m;
}

// Device memory, the stream that owns it, and other streams that have used it.
struct DeviceMemory {
  StreamRef stream;
  Address memory = 0;             // 0: not allocated
  std::vector<StreamRef> others;  // guarded by users_mutex()

  // Must not throw. A foreign stream may be destroyed while its work still runs: then wait for the
  // device.
  void settle() noexcept {
    for (const StreamRef& o : others) try {
        stream->follow(*o);
      } catch (const Error&) {
        finish(stream->device);
      }
  }
};

BufferRef allocate_on(const StreamRef& stream, size_t bytes) {
  if (bytes > kMostOnDevice)
    throw Error(ErrorKind::memory, "one allocation of " + std::to_string(bytes) +
                                       " bytes on the GPU is more than can be addressed");
  Entered entered(stream->device);
  auto b = std::make_shared<Buffer>();
  auto owner = std::make_shared<DeviceMemory>();
  owner->stream = stream;
  b->device = owner;
  b->release = [owner] {
    if (!owner->memory) return;
    owner->settle();
    try {
      Entered again(owner->stream->device);
      driver().release(owner->memory, owner->stream->handle);
    } catch (const Error&) {
      return;  // device lost, memory too
    }
  };
  // Last, so that nothing after it can throw and leak it. Padding: kernels read whole words past
  // the last byte.
  owner->memory = driver().allocate((bytes + 15) / 16 * 16 + 16, stream->handle);
  b->data = reinterpret_cast<uint8_t*>(owner->memory);
  b->size = bytes;
  return b;
}

void make_room(Samples& s, const StreamRef& stream) {
  const SlabLayout layout = lay_out(s, s.uniform() ? 1 : kDeviceAlign);
  BufferRef slab = allocate_on(stream, layout.total);
  s.device = stream->device;
  s.stream = stream;
  s.data.resize(static_cast<size_t>(s.n));
  for (size_t i = 0; i < s.data.size(); i++) s.data[i] = slab->data + layout.at[i];
  s.owners = {std::move(slab)};
  s.find_dense();
}

// Memory that our streams still read: foreign memory is then released to its owner, ours is reused.
namespace {

struct Held {
  int device = 0;
  std::vector<Handle> events;  // one per stream that uses it
  std::function<void()> release;
  std::vector<BufferRef> uploaded;  // our buffers

  explicit Held(int d) : device(d) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    try {
      Entered entered(device);
      for (Handle e : events) driver().drop_event(e);
    } catch (const Error&) {
      return;  // device lost, events too
    }
  }
  void wait_for(const Stream& stream) {  // the caller has entered the device
    if (stream.per_thread()) return driver().finish();
    events.push_back(driver().make_event());
    try {
      driver().record(events.back(), stream.handle);
    } catch (const Error&) {
      driver().finish();  // the owner destroyed the stream; its work may still run
    }
  }
  bool reached() const {
    Entered entered(device);
    return std::all_of(events.begin(), events.end(), [](Handle e) { return driver().reached(e); });
  }
};
using HeldRef = std::shared_ptr<Held>;

struct HeldList {
  ForkMutex mutex;
  std::vector<HeldRef> waiting;
  std::atomic<bool> any{false};

  void add(HeldRef one) {
    std::lock_guard lock(mutex);
    waiting.push_back(std::move(one));
    any = true;
  }
};

HeldList& held() {
  static auto* list = new HeldList;
  return *list;
}

void give_back(const std::shared_ptr<DeviceMemory>& memory, std::function<void()> release) {
  try {
    Entered entered(memory->stream->device);
    auto one = std::make_shared<Held>(memory->stream->device);
    one->release = std::move(release);
    one->wait_for(*memory->stream);
    for (const StreamRef& s : memory->others) one->wait_for(*s);
    held().add(std::move(one));
  } catch (const Error&) {
    return;  // device lost: nothing to release
  }
}

}  // namespace

void release_reached() {
  HeldList& list = held();
  if (!list.any.load(std::memory_order_relaxed)) return;
  std::vector<HeldRef> done, left;
  {
    std::lock_guard lock(list.mutex);
    std::vector<bool> reached;
    for (const HeldRef& h : list.waiting) reached.push_back(h->reached());
    for (size_t k = 0; k < reached.size(); k++)
      (reached[k] ? done : left).push_back(std::move(list.waiting[k]));
    list.waiting = std::move(left);
    list.any = !list.waiting.empty();
  }
  for (const HeldRef& h : done)
    if (h->release) h->release();
}

void keep_for_upload(std::vector<BufferRef> buffers, const StreamRef& stream) {
  if (buffers.empty()) return;
  Entered entered(stream->device);
  auto one = std::make_shared<Held>(stream->device);
  one->wait_for(*stream);
  for (const BufferRef& b : buffers) b->uploading = true;
  one->uploaded = std::move(buffers);
  held().add(std::move(one));
}

void finish_uploads(Buffer& buffer) {
  if (!buffer.uploading) return;
  std::vector<HeldRef> of_it;
  {
    HeldList& list = held();
    std::lock_guard lock(list.mutex);
    for (const HeldRef& h : list.waiting)
      if (std::ranges::find(h->uploaded, &buffer, &BufferRef::get) != h->uploaded.end())
        of_it.push_back(h);
  }
  try {
    for (const HeldRef& h : of_it) {
      Entered entered(h->device);
      for (Handle e : h->events) driver().await(e);
    }
  } catch (const Error&) {
    return;  // device lost: no more reads
  }
  buffer.uploading = false;
}

BufferRef wrap_on(const StreamRef& stream, Address memory, size_t bytes,
                  std::function<void()> release) {
  release_reached();
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
  std::lock_guard lock(users_mutex());
  for (const StreamRef& o : m.others)
    if (o->handle == stream->handle) return;
  m.others.push_back(stream);
}

void follow_users(Buffer& buffer, const Stream& stream) {
  if (!buffer.device) return;
  std::vector<StreamRef> others;
  {
    std::lock_guard lock(users_mutex());
    others = buffer.device->others;
  }
  for (const StreamRef& o : others) stream.follow(*o);
}

}  // namespace hr::gpu
