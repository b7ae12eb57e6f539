// Worker threads. Jobs are submitted, not joined; the last worker of a job calls finish().
#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace hr {

class Job {
 public:
  explicit Job(int64_t count) : count_(count), left_(count) {}
  virtual ~Job() = default;
  virtual void run(int64_t i) noexcept = 0;
  virtual void finish() noexcept = 0;  // once, after the last run
  int64_t count() const { return count_; }

 private:
  friend class Pool;
  int64_t count_;
  std::atomic<int64_t> next_{0}, left_;
};

class Pool : public std::enable_shared_from_this<Pool> {
 public:
  explicit Pool(int threads);
  ~Pool();
  int threads() const { return threads_; }
  // Runs inline if there are no threads (none can start, or the program is over).
  void submit(std::shared_ptr<Job> job, bool urgent) noexcept;
  void stop();  // finishes started jobs, then joins

  static std::shared_ptr<Pool> default_pool();
  static void set_default_threads(int n);
  static void abandon_default();  // after fork: the threads are gone

 private:
  struct Shared;
  void renew();
  void start_threads();
  bool queue(const std::shared_ptr<Job>& job, bool urgent) noexcept;
  static void work(std::shared_ptr<Shared> shared, int index);
  std::shared_ptr<Shared> shared_;
  int threads_;
};

// Called on any thread if fewer threads than wanted could start.
using ThreadShortage = void (*)(int wanted, int started, const char* why) noexcept;
inline std::atomic<ThreadShortage> on_thread_shortage{nullptr};

// Calls f(0) … f(n - 1) on the pool's threads and on this one; returns when all are done. May be
// used inside a job: the caller works too and waits only for calls that have begun. Rethrows the
// first exception.
void parallel(Pool* pool, int64_t n, const std::function<void(int64_t)>& f);

}  // namespace hr
