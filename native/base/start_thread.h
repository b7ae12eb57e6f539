// Starting threads when memory is short.
//
// Note [Memory of a thread]
// glibc allocates thread_local variables at first use, and aborts the
// process if that fails. So a thread is started only if there is room for its stack and first
// allocations, and the starter waits until the thread has touched its thread_locals. The importing
// thread touches them at import: its first exception may be the out-of-memory error itself.
#pragma once
#include <cxxabi.h>
#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "base/ending.h"

namespace hr {

// Stack (8 MiB), malloc arena during alignment (128 MiB), concurrent allocations of other threads.
inline constexpr size_t kRoomForThread = size_t(160) << 20;

inline bool room_for_thread() noexcept {
  void* room =
      mmap(nullptr, kRoomForThread, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return false;
  munmap(room, kRoomForThread);
  return true;
}

// Allocates the calling thread's thread_locals. `native`: a worker or the engine's timer.
inline void take_thread_variables(bool native) {
  native_thread = native;
  // Exception state. Volatile: declared const, the call would be optimised out if unused.
  [[maybe_unused]] void* volatile exceptions = abi::__cxa_get_globals();
}

// Runs f() on a new thread. Throws std::system_error or std::bad_alloc if the thread cannot start.
template <class F>
std::thread start_thread(F f) {
  if (!room_for_thread())
    throw std::system_error(ENOMEM, std::generic_category(), "no room for a thread");
  auto ready = std::make_shared<std::atomic<bool>>(false);
  std::thread thread([ready, f = std::move(f)]() mutable {
    take_thread_variables(true);
    ready->store(true);
    ready->notify_one();
    f();
  });
  ready->wait(false);
  return thread;
}

}  // namespace hr
