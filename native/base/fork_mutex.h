// ForkMutex: a mutex that is unlocked in a forked child, with its data consistent.
//
// Note [Locks and fork]
// A child has only the forking thread. A mutex held by another thread would
// stay locked for ever, over half-changed data. So fork locks every ForkMutex first, and both
// processes unlock them. A mutex that outlives a call must be a ForkMutex, unless the child
// abandons its owner as a whole (Engine::State, Pool::Shared) or its driver refuses to work in a
// child.
//
// Create objects that contain one at load time if possible: a function-local static that another
// thread is initialising during the fork stays uninitialised in the child.
//
// Never wait for the GIL while holding one: the forking thread has it. Any locking order is
// allowed, and so is creating and destroying others meanwhile.
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
  std::shared_ptr<std::mutex> mutex_;  // shared: a fork may wait for it while it is destroyed
  size_t place_;                       // index in ForkMutexes::list_
};

}  // namespace hr
