// ForkMutex: unlocked and consistent in the child of a fork, whatever other threads do with it.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "base/fork_mutex.h"

using hr::ForkMutex;

namespace {

#define CHECK(x)                                                        \
  do {                                                                  \
    if (!(x)) {                                                         \
      std::printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #x); \
      std::exit(1);                                                     \
    }                                                                   \
  } while (0)

// Two numbers that are equal whenever the mutex is unlocked.
struct Pair {
  ForkMutex mutex;
  volatile int a = 0, b = 0;
  void change() {
    std::lock_guard lock(mutex);
    a = a + 1;
    std::this_thread::yield();
    b = b + 1;
  }
};

template <class F>
void in_child(F f) {
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(30);  // kills a child that hangs
    f();
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(pid, &status, 0) == pid && status == 0);
}

void test_threads_that_lock() {
  Pair one, other;
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; k++)
    threads.emplace_back([&, k] {
      while (!stop) {
        one.change();
        other.change();
        // Nested locks in either order of the list; mutexes created and destroyed during forks.
        std::lock_guard lock(other.mutex);
        if (k == 0) one.change();
        ForkMutex brief;
        std::lock_guard again(brief);
      }
    });
  for (int n = 0; n < 100; n++)
    in_child([&] {
      for (Pair* p : {&one, &other}) {
        std::lock_guard lock(p->mutex);
        CHECK(p->a == p->b);
      }
      ForkMutex made;
      std::lock_guard lock(made);
    });
  stop = true;
  for (auto& t : threads) t.join();
}

void test_children_of_children() {
  auto pair = std::make_unique<Pair>();
  in_child([&] {
    pair->change();
    in_child([&] {
      pair->change();
      CHECK(pair->a == 2);
    });
    pair.reset();
  });
  CHECK(pair->a == 0);
}

}  // namespace

int main() {
  test_threads_that_lock();
  test_children_of_children();
  std::puts("fork_mutex: 2 passed");
  return 0;
}
