// Starting a thread where memory may be short.
//
// Note [Memory of a thread]
// A thread's variables (thread_local, of every library) get their memory when it first uses them,
// and where there is none glibc ends the process. So a thread is started only while there is room
// for it and for what it needs first, and its starter waits until it has its variables. The thread
// that imports the module takes them then: its first exception may be the one about memory.
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

// A stack (8 MiB), an arena of malloc while it is being aligned (128), what others take meanwhile.
inline constexpr size_t kRoomForThread = size_t(160) << 20;

inline bool room_for_thread() noexcept {
  void* room =
      mmap(nullptr, kRoomForThread, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return false;
  munmap(room, kRoomForThread);
  return true;
}

// Gives the calling thread the memory of its variables. `native`: a worker, or the engine's timer.
inline void take_thread_variables(bool native) {
  native_thread = native;  // ours
  // Those of exceptions. Volatile: it is declared const, and a call whose result nobody uses goes.
  [[maybe_unused]] void* volatile exceptions = abi::__cxa_get_globals();
}

// A thread that runs f(). Throws std::system_error or std::bad_alloc where there is none to be had.
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
