// The end of the program: who still works then, and who stops.
//
// Note [The end]
// Daemon threads run while the interpreter ends, and after it. CPython ends a thread that asks for
// the GIL then by pthread_exit, which unwinds its stack; C++ frames do not survive that
// (destructors are noexcept, others catch everything). So no thread unwinds through ours: it stops
// for good where it would have to take the GIL (bind/gil.h), and goes with the process.
//   leaving  Calls made so far are finished; workers still take the GIL, threads of the user's
//            do not.
//   over     Only the thread that ends the program takes the GIL. What it still asks for runs on
//   it.
// Nothing that threads use is destroyed by static destructors, and no worker is joined any more.
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

// Whether this thread must not take the GIL any more.
inline bool ended_for_this_thread() {
  const Ending e = ending.load(std::memory_order_acquire);
  if (e == Ending::no || pthread_equal(ending_thread.load(), pthread_self())) return false;
  return e == Ending::over || !native_thread;
}

[[noreturn]] inline void stop_for_good() noexcept {
  sigset_t all;  // signals are for threads that live
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  for (;;) pause();
}

}  // namespace hr
