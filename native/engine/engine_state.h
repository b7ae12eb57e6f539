// What the engine's own files share: its lock, its queue, who waits for what.
#pragma once
#include <condition_variable>
#include <mutex>
#include <vector>

#include "engine/engine.h"

namespace hr {

// How long a thread has been running since it was asked, whatever the other threads of the machine
// do: a caller that waits for a core or for the GIL is not quiet, it just cannot speak.
class CallerClock {
 public:
  void start();         // on the caller's thread
  int64_t ran() const;  // ns, from any thread; very long when the caller is gone

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
  int64_t timer_failed = 0;  // ns: when it could not be started
};

}  // namespace hr
