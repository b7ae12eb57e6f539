// Pinned memory for uploads and downloads.
#pragma once
#include "gpu/stream.h"

namespace hr::gpu {

// Pinned memory for copies enqueued during its lifetime; reused once the stream has passed them.
// Small ones share blocks and need no driver call.
class Staging {
 public:
  Staging(const StreamRef& stream, size_t bytes);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  uint8_t* data() const { return data_; }
  // Uploads the first bytes; returns their device address, for stream work enqueued during its
  // lifetime. Uses the upload stream, so the copy does not wait for earlier work.
  Address send(size_t bytes);

  struct Block;

 private:
  StreamRef stream_;
  std::shared_ptr<Block> block_;
  uint8_t* data_ = nullptr;
};

void close_staging(const Stream& stream);  // before the stream is destroyed

}  // namespace hr::gpu
