// Interpreter shutdown: which threads may still take the GIL, and which stop.
//
// Note [The end]
// Daemon threads keep running during and after interpreter shutdown. If one asks for
// the GIL then, CPython calls pthread_exit, which unwinds its stack; our C++ frames cannot be
// unwound (noexcept destructors, catch-all handlers). So such a thread blocks for ever instead of
// taking the GIL (bind/gil.h), and ends with the process.
//   leaving  Pending calls finish; workers may take the GIL, user threads may not.
//   over     Only the exiting thread takes the GIL; its remaining calls run inline.
// Static destructors destroy nothing that threads use, and workers are not joined.
#pragma once
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace hr {

enum class Ending : int { no, leaving, over };
inline std::atomic<Ending> ending{Ending::no};
inline std::atomic<pthread_t> ending_thread{};
inline thread_local bool native_thread = false;  // a worker, or the engine's timer

inline void begin_to_leave() {
  ending_thread = pthread_self();
  ending = Ending::leaving;
}

inline bool program_is_over() { return ending.load(std::memory_order_acquire) == Ending::over; }

// True if this thread may no longer take the GIL.
inline bool ended_for_this_thread() {
  const Ending e = ending.load(std::memory_order_acquire);
  if (e == Ending::no || pthread_equal(ending_thread.load(), pthread_self())) return false;
  return e == Ending::over || !native_thread;
}

[[noreturn]] inline void stop_for_good() noexcept {
  sigset_t all;  // leave signals to running threads
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  for (;;) pause();
}

}  // namespace hr
