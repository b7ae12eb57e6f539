#include "headrace/gpu/stream.h"

#include "headrace/error.h"

#include <algorithm>
#include <map>

namespace hr::gpu {

static void close_stream(const Stream& stream);

Stream::~Stream() {
  if (owned) close_stream(*this);
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

StreamRef make_stream(int device) {
  auto s = std::make_shared<Stream>();
  s->device = device;
  Entered entered(device);
  s->handle = driver().make_stream();
  s->owned = true;
  return s;
}

StreamRef wrap_stream(int device, Handle handle, std::shared_ptr<void> owner) {
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

// Memory of others goes back to them when our streams have read it. Until then it waits here.
namespace {

struct Borrowed {
  int device;
  std::vector<Handle> events;
  std::function<void()> release;
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
    BorrowedList& list = borrowed();
    std::lock_guard lock(list.mutex);
    list.waiting.push_back(std::move(one));
    list.any = true;
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

// ---- pinned memory ----------------------------------------------------------------------------

struct Staging::Block {
  uint8_t* data = nullptr;
  size_t size = 0, used = 0;
  int device = 0, users = 0;
  bool closed = false;  // nothing is added any more
  Handle event = nullptr;
};

namespace {

constexpr size_t kBlock = 4 << 20;
constexpr size_t kMostKept = 512 << 20;  // bytes

struct PinnedPool {
  std::mutex mutex;
  std::vector<std::shared_ptr<Staging::Block>> free;  // once their events are reached
  // By device and stream: the one that is filled.
  std::map<std::pair<int, Handle>, std::shared_ptr<Staging::Block>> open;
  size_t kept = 0;
};

PinnedPool& pinned() {
  static auto* p = new PinnedPool;
  return *p;
}

// A block that nobody reads any more, of `bytes` at least. The device has been entered.
std::shared_ptr<Staging::Block> take_block(PinnedPool& pool, int device, size_t bytes) {
  Driver& d = driver();
  for (size_t k = 0; k < pool.free.size(); k++) {
    Staging::Block& b = *pool.free[k];
    if (b.device != device || b.size < bytes || b.size > 4 * std::max(bytes, kBlock)) continue;
    if (!d.reached(b.event)) continue;
    std::shared_ptr<Staging::Block> found = std::move(pool.free[k]);
    pool.free.erase(pool.free.begin() + static_cast<ptrdiff_t>(k));
    pool.kept -= found->size;
    found->used = 0;
    found->closed = false;
    return found;
  }
  auto made = std::make_shared<Staging::Block>();
  made->size = std::max(bytes, kBlock);
  made->device = device;
  made->data = static_cast<uint8_t*>(d.allocate_pinned(made->size));
  made->event = d.make_event();
  return made;
}

// Everything that reads the block has been enqueued: it is free once the stream has come this far.
// Gives back those that are too many; the caller lets go of them.
std::vector<std::shared_ptr<Staging::Block>> retire(PinnedPool& pool,
                                                    std::shared_ptr<Staging::Block> block,
                                                    Handle stream) {
  driver().record(block->event, stream);
  pool.kept += block->size;
  pool.free.push_back(std::move(block));
  std::vector<std::shared_ptr<Staging::Block>> dying;
  while (pool.kept > kMostKept && pool.free.size() > 1) {
    pool.kept -= pool.free.front()->size;
    dying.push_back(std::move(pool.free.front()));
    pool.free.erase(pool.free.begin());
  }
  return dying;
}

void drop(const std::vector<std::shared_ptr<Staging::Block>>& dying) {
  for (const auto& b : dying) {
    driver().await(b->event);
    driver().drop_event(b->event);
    driver().release_pinned(b->data);
  }
}

}  // namespace

Staging::Staging(const StreamRef& stream, size_t bytes) : stream_(stream) {
  Entered entered(stream->device);
  PinnedPool& pool = pinned();
  std::vector<std::shared_ptr<Block>> dying;
  {
    std::lock_guard lock(pool.mutex);
    size_t needed = (bytes + 255) / 256 * 256;
    if (needed > kBlock / 4) {
      block_ = take_block(pool, stream->device, needed);
      block_->closed = true;
    } else {
      auto& open = pool.open[{stream->device, stream->handle}];
      if (open && open->used + needed > open->size) {
        open->closed = true;
        if (!open->users) dying = retire(pool, open, stream->handle);
        open.reset();
      }
      if (!open) open = take_block(pool, stream->device, kBlock);
      block_ = open;
    }
    block_->users++;
    data_ = block_->data + block_->used;
    block_->used += needed;
  }
  drop(dying);
}

// After an error of the device its memory stays where it is: a destructor cannot say more.
Staging::~Staging() {
  PinnedPool& pool = pinned();
  try {
    std::vector<std::shared_ptr<Block>> dying;
    Entered entered(stream_->device);
    {
      std::lock_guard lock(pool.mutex);
      if (--block_->users || !block_->closed) return;
      dying = retire(pool, std::move(block_), stream_->handle);
    }
    drop(dying);
  } catch (const Error&) {
    return;
  }
}

static void close_stream(const Stream& stream) {
  PinnedPool& pool = pinned();
  try {
    Entered entered(stream.device);
    std::vector<std::shared_ptr<Staging::Block>> dying;
    {
      std::lock_guard lock(pool.mutex);
      auto found = pool.open.find({stream.device, stream.handle});
      if (found != pool.open.end()) {
        found->second->closed = true;
        if (!found->second->users) dying = retire(pool, found->second, stream.handle);
        pool.open.erase(found);
      }
    }
    drop(dying);
    driver().drop_stream(stream.handle);
  } catch (const Error&) {
    return;
  }
}

}  // namespace hr::gpu
