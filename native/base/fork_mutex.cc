// Locks every ForkMutex around fork().
#include "base/fork_mutex.h"

#include <pthread.h>

#include <utility>
#include <vector>

namespace hr {

// Never destroyed: static objects unregister their mutexes after static destructors ran.
class ForkMutexes {
 public:
  static ForkMutexes& all() {
    static auto* a = new ForkMutexes;
    return *a;
  }

  void add(ForkMutex& m) {
    std::lock_guard lock(mutex_);
    m.place_ = list_.size();
    list_.push_back(&m);
  }

  void remove(ForkMutex& m) {
    std::lock_guard lock(mutex_);
    list_.back()->place_ = m.place_;
    std::swap(list_[m.place_], list_.back());
    list_.pop_back();
  }

 private:
  // Registered before the engine's handler. Fork handlers run in reverse order, so the engine's
  // lock is taken before these.
  ForkMutexes() {
    pthread_atfork([] { all().lock(); }, [] { all().unlock(); }, [] { all().unlock(); });
  }

  // Never waits while holding others: their holders may want each other's mutex, or the list.
  void lock() {
    std::shared_ptr<std::mutex> first;
    for (;;) {
      if (first) first->lock();
      mutex_.lock();  // held only briefly, never while waiting
      bool listed = false;
      size_t k = 0;
      for (; k < list_.size(); k++) {
        const auto& m = list_[k]->mutex_;
        if (m == first)
          listed = true;
        else if (!m->try_lock())
          break;
      }
      if (k == list_.size()) {
        if (first && !listed) first->unlock();  // it was destroyed
        return;
      }
      std::shared_ptr<std::mutex> next = list_[k]->mutex_;
      while (k-- > 0)
        if (list_[k]->mutex_ != first) list_[k]->unlock();
      mutex_.unlock();
      if (first) first->unlock();
      first = std::move(next);
    }
  }

  void unlock() {
    for (ForkMutex* m : list_) m->unlock();
    mutex_.unlock();
  }

  std::mutex mutex_;
  std::vector<ForkMutex*> list_;
};

ForkMutex::ForkMutex() : mutex_(std::make_shared<std::mutex>()) { ForkMutexes::all().add(*this); }

ForkMutex::~ForkMutex() { ForkMutexes::all().remove(*this); }

}  // namespace hr
