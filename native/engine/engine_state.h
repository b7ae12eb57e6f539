// Engine::State: lock, queue and counters shared by the engine's source files.
#pragma once
#include <condition_variable>
#include <mutex>
#include <vector>

#include "engine/engine.h"

namespace hr {

// CPU time of a calling thread. A caller waiting for a core or for the GIL may still add calls, so
// wall time does not tell whether it has finished.
class CallerClock {
 public:
  void start();         // on the caller's thread
  int64_t ran() const;  // ns, from any thread; INT64_MAX if the caller has exited

 private:
  int clock_ = -1;
  int64_t start_ = 0;
};

struct Engine::State {
  std::mutex mutex;
  std::condition_variable finished;  // some node finished
  std::condition_variable timer_wake;
  std::vector<NodeRef> queue;
  int64_t queued_work = 0;
  int64_t running_work = 0;
  int running = 0;          // plans
  int64_t last_submit = 0;  // ns
  CallerClock caller;       // of the thread that submitted last
  bool timer_idle = true;
  bool stop = false;
  bool timer_runs = false;
  int64_t timer_failed = 0;  // ns: last failed attempt to start it
};

}  // namespace hr
