// Worker threads: a deque of jobs under one mutex; a worker takes one index at a time.
#include "engine/pool.h"

#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "base/ending.h"
#include "base/fork_mutex.h"
#include "base/start_thread.h"
#include "base/trace.h"

namespace hr {

namespace {
std::atomic<uint32_t> pool_forks{0};  // threads started before a fork do not exist in the child
}  // namespace

struct Pool::Shared {
  std::mutex mutex;
  std::condition_variable wake;
  std::deque<std::shared_ptr<Job>> jobs;
  std::vector<std::thread> threads;
  bool stop = false;
  bool told = false;  // shortage already reported
  uint32_t born = pool_forks.load();
};

Pool::Pool(int threads) : shared_(std::make_shared<Shared>()), threads_(std::max(threads, 1)) {}

Pool::~Pool() { stop(); }

// In a forked child: leaks the old threads and their state.
void Pool::renew() {
  if (shared_->born == pool_forks.load()) return;
  new std::shared_ptr<Shared>(std::move(shared_));
  shared_ = std::make_shared<Shared>();
}

void Pool::stop() {
  renew();
  std::vector<std::thread> threads;
  {
    std::lock_guard lock(shared_->mutex);
    shared_->stop = true;
    threads.swap(shared_->threads);
  }
  shared_->wake.notify_all();
  for (auto& t : threads) {
    // Detach if the last reference died on a worker, or workers may be stopped for good.
    if (t.get_id() == std::this_thread::get_id() || program_is_over())
      t.detach();
    else
      t.join();
  }
}

void Pool::work(std::shared_ptr<Shared> shared, int index) {
  char name[32];
  std::snprintf(name, sizeof name, "worker %d", index);
  trace_thread_name(name);
  std::unique_lock lock(shared->mutex);
  for (;;) {
    shared->wake.wait(lock, [&] { return shared->stop || !shared->jobs.empty(); });
    if (shared->jobs.empty()) return;
    std::shared_ptr<Job> job = shared->jobs.front();
    int64_t i = job->next_++;
    if (i + 1 >= job->count_) shared->jobs.pop_front();
    lock.unlock();
    if (i < job->count_) job->run(i);
    if (job->left_.fetch_sub(1) == 1) job->finish();
    job.reset();
    lock.lock();
  }
}

// Starts as many as the system allows; the mutex is held.
void Pool::start_threads() {
  auto& threads = shared_->threads;
  const char* why = nullptr;
  try {
    threads.reserve(static_cast<size_t>(threads_));
    while (static_cast<int>(threads.size()) < threads_)
      threads.push_back(start_thread(
          [shared = shared_, index = static_cast<int>(threads.size())] { work(shared, index); }));
  } catch (const std::bad_alloc&) {
    why = "not enough memory";
  } catch (const std::system_error& e) {
    why = std::strerror(e.code().value());
  }
  const ThreadShortage tell = on_thread_shortage.load();
  if (why && tell && !std::exchange(shared_->told, true))
    tell(threads_, static_cast<int>(threads.size()), why);
}

bool Pool::queue(const std::shared_ptr<Job>& job, bool urgent) noexcept {
  if (program_is_over()) return false;
  try {
    renew();
    std::lock_guard lock(shared_->mutex);
    if (shared_->threads.empty() && !shared_->stop) start_threads();
    if (shared_->threads.empty()) return false;
    if (urgent)
      shared_->jobs.push_front(job);
    else
      shared_->jobs.push_back(job);
  } catch (const std::bad_alloc&) {
    return false;
  }
  if (job->count_ > 1)
    shared_->wake.notify_all();
  else
    shared_->wake.notify_one();
  return true;
}

void Pool::submit(std::shared_ptr<Job> job, bool urgent) noexcept {
  if (queue(job, urgent)) return;
  for (int64_t i = 0; i < job->count_; i++) {
    job->run(i);
    if (job->left_.fetch_sub(1) == 1) job->finish();
  }
}

namespace {

ForkMutex& default_mutex = *new ForkMutex;  // never destroyed: threads may outlive statics
std::shared_ptr<Pool>& default_slot() {
  static auto* slot = new std::shared_ptr<Pool>;
  return *slot;
}
int default_threads = 0;

int threads_from_environment() {
  for (const char* name : {"HEADRACE_NUM_THREADS", "DALI_NUM_THREADS"})
    if (const char* v = std::getenv(name))
      if (int n = std::atoi(v); n > 0) return n;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace

std::shared_ptr<Pool> Pool::default_pool() {
  std::lock_guard lock(default_mutex);
  auto& slot = default_slot();
  if (!slot)
    slot =
        std::make_shared<Pool>(default_threads > 0 ? default_threads : threads_from_environment());
  return slot;
}

void Pool::set_default_threads(int n) {
  std::shared_ptr<Pool> old;  // stopped outside the lock
  std::lock_guard lock(default_mutex);
  default_threads = n;
  old.swap(default_slot());
}

void Pool::abandon_default() {
  // Leaked: the threads do not exist in this process, so neither join nor destroy them.
  new std::shared_ptr<Pool>(std::move(default_slot()));
  default_slot() = nullptr;
  pool_forks++;
}

namespace {

struct Parallel : Job {
  Parallel(int helpers, int64_t n, const std::function<void(int64_t)>& f)
      : Job(helpers), n(n), f(f) {}
  // A late helper finds nothing left and does not touch f, which is gone by then.
  void run(int64_t) noexcept override {
    for (int64_t i; (i = next++) < n;) {
      try {
        f(i);
      } catch (...) {
        std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
      }
      if (++done == n) {
        std::lock_guard lock(mutex);
        all_done.notify_all();
      }
    }
  }
  void finish() noexcept override {}
  void wait() {
    std::unique_lock lock(mutex);
    all_done.wait(lock, [&] { return done.load() == n; });
    if (error) std::rethrow_exception(error);
  }
  int64_t n;
  const std::function<void(int64_t)>& f;
  std::atomic<int64_t> next{0}, done{0};
  std::mutex mutex;
  std::condition_variable all_done;
  std::exception_ptr error;
};

}  // namespace

void parallel(Pool* pool, int64_t n, const std::function<void(int64_t)>& f) {
  int helpers = pool ? static_cast<int>(std::min<int64_t>(pool->threads(), n)) - 1 : 0;
  auto job = std::make_shared<Parallel>(std::max(helpers, 1), n, f);
  if (helpers > 0) pool->submit(job, true);
  job->run(0);
  job->wait();
}

}  // namespace hr
