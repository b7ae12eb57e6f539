// Trace events: collected under a mutex, written as Chrome's JSON.
#include "headrace/trace.h"

#include <unistd.h>

#include <map>
#include <mutex>
#include <vector>

#include "headrace/fork_mutex.h"

namespace hr {

std::atomic<bool> tracing{false};

namespace {

struct Event {
  const char* category;
  std::string name;
  int thread;
  int64_t start, end;
};

ForkMutex& mutex = *new ForkMutex;  // threads may outlive static objects
std::vector<Event> events;
std::map<int, std::string> thread_names;
int64_t origin = 0;
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
  std::lock_guard lock(mutex);
  events.clear();
  origin = now_ns();
  tracing = true;
}

void trace_event(const char* category, std::string name, int64_t start_ns, int64_t end_ns) {
  int thread = thread_number();
  std::lock_guard lock(mutex);
  events.push_back({category, std::move(name), thread, start_ns, end_ns});
}

void trace_thread_name(const char* name) {
  int thread = thread_number();
  std::lock_guard lock(mutex);
  thread_names[thread] = name;
}

std::string trace_end() {
  tracing = false;
  std::lock_guard lock(mutex);
  std::string r = "{\"traceEvents\":[\n";
  std::string pid = std::to_string(getpid());
  bool first = true;
  auto add = [&](const std::string& line) {
    r += (first ? "" : ",\n") + line;
    first = false;
  };
  for (auto& [thread, name] : thread_names)
    add("{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":" + pid +
        ",\"tid\":" + std::to_string(thread) + ",\"args\":{\"name\":\"" + escape(name) + "\"}}");
  char number[64];
  for (auto& e : events) {
    std::snprintf(number, sizeof number, "\"ts\":%.3f,\"dur\":%.3f", (e.start - origin) / 1e3,
                  (e.end - e.start) / 1e3);
    add("{\"ph\":\"X\",\"cat\":\"" + std::string(e.category) + "\",\"name\":\"" + escape(e.name) +
        "\",\"pid\":" + pid + ",\"tid\":" + std::to_string(e.thread) + "," + number + "}");
  }
  events.clear();
  return r + "\n]}\n";
}

}  // namespace hr
