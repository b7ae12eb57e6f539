// Events for a Chrome/Perfetto trace; costs one relaxed load when off.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace hr {

extern std::atomic<bool> tracing;
inline int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}
void trace_begin();
std::string trace_end();  // JSON text of all events since trace_begin
void trace_event(const char* category, std::string_view name, int64_t start_ns,
                 int64_t end_ns) noexcept;
void trace_thread_name(const char* name) noexcept;

class TraceSpan {
 public:
  TraceSpan(const char* category, const char* name)
      : on_(tracing.load(std::memory_order_relaxed)), category_(category), name_(name) {
    if (on_) start_ = now_ns();
  }
  ~TraceSpan() {
    if (on_) trace_event(category_, name_, start_, now_ns());
  }

 private:
  bool on_;
  const char* category_;
  const char* name_;
  int64_t start_ = 0;
};

}  // namespace hr
