// The list of mutexes that a fork takes.
#include "headrace/fork_mutex.h"

#include <pthread.h>

#include <utility>
#include <vector>

namespace hr {
namespace {

// Never destroyed: mutexes of static objects leave it after static destructors.
struct All {
  std::mutex mutex;
  std::vector<ForkMutex*> list;

  // Registered before the engine's handler: a fork calls the last one first, so it takes the
  // engine's lock before these.
  All() {
    pthread_atfork([] { all().lock(); }, [] { all().unlock(); }, [] { all().unlock(); });
  }

  static All& all() {
    static auto* a = new All;
    return *a;
  }

  // None is waited for while others are held: their holders may want each other's.
  void lock() {
    mutex.lock();
    size_t first = 0;  // waited for
    for (;;) {
      if (list.empty()) return;
      list[first]->lock();
      size_t k = 0;
      while (k < list.size() && (k == first || list[k]->try_lock())) k++;
      if (k == list.size()) return;
      list[first]->unlock();
      for (size_t j = 0; j < k; j++)
        if (j != first) list[j]->unlock();
      first = k;
    }
  }

  void unlock() {
    for (ForkMutex* m : list) m->unlock();
    mutex.unlock();
  }
};

}  // namespace

ForkMutex::ForkMutex() {
  All& a = All::all();
  std::lock_guard lock(a.mutex);
  place_ = a.list.size();
  a.list.push_back(this);
}

ForkMutex::~ForkMutex() {
  All& a = All::all();
  std::lock_guard lock(a.mutex);
  a.list.back()->place_ = place_;
  std::swap(a.list[place_], a.list.back());
  a.list.pop_back();
}

}  // namespace hr
