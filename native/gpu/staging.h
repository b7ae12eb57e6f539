// Pinned memory on the way to a GPU and back.
#pragma once
#include "gpu/stream.h"

namespace hr::gpu {

// Pinned memory for uploads and downloads that are enqueued while it lives; it is used again once
// the stream has come that far. Small ones share blocks: they cost no call of the driver.
class Staging {
 public:
  Staging(const StreamRef& stream, size_t bytes);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  uint8_t* data() const { return data_; }
  // Its first bytes in device memory, for later work of the stream that is enqueued while it lives.
  // The copy waits for no earlier work: a stream of its own does it.
  Address send(size_t bytes);

  struct Block;

 private:
  StreamRef stream_;
  std::shared_ptr<Block> block_;
  uint8_t* data_ = nullptr;
};

void close_staging(const Stream& stream);  // that is about to end

}  // namespace hr::gpu
