// A pool of pinned blocks, and an upload stream per device.
#include "gpu/staging.h"

#include <algorithm>
#include <bit>
#include <map>

#include "base/error.h"
#include "base/fork_mutex.h"

namespace hr::gpu {

struct Staging::Block {
  uint8_t* data = nullptr;
  size_t size = 0, used = 0;
  int device = 0, users = 0;
  bool closed = false;  // no further allocations
  Handle event = nullptr;
  Address twin = 0;  // device memory of the same size; 0: not allocated yet
};

namespace {

constexpr size_t kBlock = 4 << 20;
constexpr size_t kMostKept = 512 << 20;  // bytes

struct PinnedPool {
  ForkMutex mutex;
  std::vector<std::shared_ptr<Staging::Block>> free;  // reusable once their events are reached
  // The block being filled, per device and stream.
  std::map<std::pair<int, Handle>, std::shared_ptr<Staging::Block>> open;
  size_t kept = 0;
};

PinnedPool& pinned() {
  static auto* p = new PinnedPool;
  return *p;
}

// Rounds sizes up to quarters of a power of two: batch sizes vary, and pinning is expensive.
size_t block_size(size_t bytes) {
  if (bytes <= kBlock) return kBlock;
  const size_t step = std::bit_floor(bytes) / 4;
  return (bytes + step - 1) / step * step;
}

// A free block of at least `bytes`. The caller has entered the device.
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
  made->size = block_size(bytes);
  made->device = device;
  made->data = static_cast<uint8_t*>(d.allocate_pinned(made->size));
  made->event = d.make_event();
  return made;
}

// Frees the block once the stream reaches this point: all its readers are enqueued. Returns the
// blocks over the limit, which the caller must drop.
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

struct UploadLane {
  Handle stream = nullptr;
  Handle event = nullptr;  // recorded after each upload: waiting for it covers all earlier ones
};

UploadLane& lane_of(int device) {  // the caller has entered the device
  static auto* mutex = new ForkMutex;
  static auto* lanes = new std::map<int, UploadLane>;
  std::lock_guard lock(*mutex);
  UploadLane& lane = (*lanes)[device];
  if (!lane.stream) {
    lane.event = driver().make_event();
    lane.stream = driver().make_stream();
  }
  return lane;
}

void drop(const std::vector<std::shared_ptr<Staging::Block>>& dying) {
  for (const auto& b : dying) {
    driver().await(b->event);
    driver().drop_event(b->event);
    if (b->twin) driver().release(b->twin, lane_of(b->device).stream);
    driver().release_pinned(b->data);
  }
}

}  // namespace

Staging::Staging(const StreamRef& stream, size_t bytes) : stream_(stream) {
  if (bytes > max_allocation()) refuse_allocation(bytes, "a copy to or from the GPU");
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

Address Staging::send(size_t bytes) {
  Entered entered(stream_->device);
  Driver& d = driver();
  const UploadLane& lane = lane_of(stream_->device);
  {
    std::lock_guard lock(pinned().mutex);
    // Padding: kernels read whole words past the last byte.
    if (!block_->twin) block_->twin = d.allocate(block_->size + 16, lane.stream);
  }
  Address to = block_->twin + static_cast<Address>(data_ - block_->data);
  d.upload(to, data_, bytes, lane.stream);
  d.record(lane.event, lane.stream);
  d.wait(stream_->handle, lane.event);
  return to;
}

// After a device error the memory leaks: a destructor cannot report it.
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

void close_staging(const Stream& stream) {
  PinnedPool& pool = pinned();
  std::vector<std::shared_ptr<Staging::Block>> dying;
  {
    std::lock_guard lock(pool.mutex);
    auto found = pool.open.find({stream.device, stream.handle});
    if (found != pool.open.end()) {
      const std::shared_ptr<Staging::Block> block = std::move(found->second);
      pool.open.erase(found);
      if (!block) return;  // its allocation failed
      block->closed = true;
      if (!block->users) dying = retire(pool, block, stream.handle);
    }
  }
  drop(dying);
}

}  // namespace hr::gpu
