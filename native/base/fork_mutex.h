// ForkMutex: a mutex that is free in a forked child, and what it guards is whole there.
//
// Note [Locks and fork]
// A child has only the thread that forked: a mutex which another thread held stays locked for ever,
// over data that is half changed. So a fork takes all of these first, and both processes let go of
// them. Every mutex that outlives a call is one of them, or belongs to something that the child
// abandons as a whole (Engine::State, Pool::Shared), or to a driver that refuses to work there.
//
// Objects that have one are made when the library is loaded, where that is possible: in a child, a
// function's static that another thread was just making is never there.
//
// Whoever holds one must not wait for the GIL: the thread that forks has it. Holding several in any
// order is allowed, and so is making and destroying others meanwhile.
#pragma once
#include <cstddef>
#include <memory>
#include <mutex>

namespace hr {

class ForkMutex {
 public:
  ForkMutex();
  ~ForkMutex();
  ForkMutex(const ForkMutex&) = delete;
  ForkMutex& operator=(const ForkMutex&) = delete;
  void lock() { mutex_->lock(); }
  bool try_lock() { return mutex_->try_lock(); }
  void unlock() { mutex_->unlock(); }

 private:
  friend class ForkMutexes;
  std::shared_ptr<std::mutex> mutex_;  // shared with a fork that waits for it
  size_t place_;                       // in the list of all
};

}  // namespace hr
