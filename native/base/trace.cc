// Trace events: collected under a mutex, written as Chrome trace JSON.
#include "base/trace.h"

#include <unistd.h>

#include <map>
#include <mutex>
#include <new>
#include <vector>

#include "base/fork_mutex.h"

namespace hr {

std::atomic<bool> tracing{false};

namespace {

struct Event {
  const char* category;
  std::string name;
  int thread;
  int64_t start, end;
};

// Never destroyed: threads trace until the process ends.
struct Trace {
  ForkMutex mutex;
  std::vector<Event> events;
  std::map<int, std::string> thread_names;
  int64_t origin = 0;
};

Trace& made = *new Trace;  // at load time: later, memory may be short
Trace& trace() { return made; }

std::atomic<int> next_thread{1};

int thread_number() {
  thread_local int number = next_thread++;
  return number;
}

std::string escape(const std::string& s) {
  std::string r;
  for (char c : s) {
    if (c == '"' || c == '\\') r += '\\';
    if (static_cast<unsigned char>(c) >= 32) r += c;
  }
  return r;
}

}  // namespace

void trace_begin() {
  Trace& t = trace();
  std::lock_guard lock(t.mutex);
  t.events.clear();
  t.origin = now_ns();
  tracing = true;
}

// Drops the event if there is no memory for it.
void trace_event(const char* category, std::string_view name, int64_t start_ns,
                 int64_t end_ns) noexcept {
  int thread = thread_number();
  Trace& t = trace();
  std::lock_guard lock(t.mutex);
  try {
    t.events.push_back({category, std::string(name), thread, start_ns, end_ns});
  } catch (const std::bad_alloc&) {
  }
}

void trace_thread_name(const char* name) noexcept {
  int thread = thread_number();
  Trace& t = trace();
  std::lock_guard lock(t.mutex);
  try {
    t.thread_names[thread] = name;
  } catch (const std::bad_alloc&) {
  }
}

std::string trace_end() {
  tracing = false;
  Trace& t = trace();
  std::lock_guard lock(t.mutex);
  std::string r = "{\"traceEvents\":[\n";
  std::string pid = std::to_string(getpid());
  bool first = true;
  auto add = [&](const std::string& line) {
    r += (first ? "" : ",\n") + line;
    first = false;
  };
  for (auto& [thread, name] : t.thread_names)
    add("{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":" + pid +
        ",\"tid\":" + std::to_string(thread) + ",\"args\":{\"name\":\"" + escape(name) + "\"}}");
  char number[64];
  for (auto& e : t.events) {
    std::snprintf(number, sizeof number, "\"ts\":%.3f,\"dur\":%.3f", (e.start - t.origin) / 1e3,
                  (e.end - e.start) / 1e3);
    add("{\"ph\":\"X\",\"cat\":\"" + std::string(e.category) + "\",\"name\":\"" + escape(e.name) +
        "\",\"pid\":" + pid + ",\"tid\":" + std::to_string(e.thread) + "," + number + "}");
  }
  t.events.clear();
  return r + "\n]}\n";
}

}  // namespace hr
