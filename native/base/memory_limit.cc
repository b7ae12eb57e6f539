// The limit of one allocation: physical memory, cgroup limit, or the user's setting.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

#include "base/error.h"
#include "base/memory.h"

namespace hr {
namespace {

std::atomic<size_t> asked{0};  // 0: the default

size_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return PTRDIFF_MAX;
  return static_cast<size_t>(pages) * static_cast<size_t>(page);
}

// The number in a file; anything else, such as "max", means no limit.
size_t limit_in(const std::string& file) {
  std::ifstream in(file);
  size_t bytes = 0;
  return in >> bytes ? bytes : PTRDIFF_MAX;
}

// The least limit of a cgroup and its ancestors. Inside a container the path may be the host's:
// then only the root exists.
size_t limit_above(const std::string& root, std::string path, const char* file) {
  size_t least = PTRDIFF_MAX;
  while (true) {
    least = std::min(least, limit_in(root + path + "/" + file));
    const size_t cut = path.rfind('/');
    if (cut == std::string::npos) return least;
    path.resize(cut);
  }
}

// Lines of /proc/self/cgroup: "0::/path" for version 2, "5:memory:/path" for version 1.
size_t cgroup_memory() {
  size_t least = PTRDIFF_MAX;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    std::istringstream controllers(line.substr(first + 1, second - first - 1));
    const std::string path = line.substr(second + 1);
    if (second == first + 1)
      least = std::min(least, limit_above("/sys/fs/cgroup", path, "memory.max"));
    for (std::string name; std::getline(controllers, name, ',');)
      if (name == "memory")
        least =
            std::min(least, limit_above("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes"));
  }
  return least;
}

size_t default_limit() {
  static const size_t limit = std::min(physical_memory(), cgroup_memory());
  return limit;
}

std::string readable(size_t bytes) {
  static constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  int unit = 0;
  double v = static_cast<double>(bytes);
  for (; v >= 1024 && unit < 6; unit++) v /= 1024;
  char text[64];
  std::snprintf(text, sizeof(text), unit ? "%.1f %s" : "%.0f %s", v, kUnits[unit]);
  return text;
}

}  // namespace

size_t max_allocation() {
  const size_t bytes = asked.load(std::memory_order_relaxed);
  return bytes ? bytes : default_limit();
}

// PTRDIFF_MAX / 2: slab sizes and pointer differences must not overflow.
void set_max_allocation(size_t bytes) { asked = std::min<size_t>(bytes, PTRDIFF_MAX / 2); }

void refuse_allocation(size_t bytes, const std::string& what) {
  throw Error(ErrorKind::memory, "one allocation of " + readable(bytes) + " (" +
                                     std::to_string(bytes) + " bytes)" +
                                     (what.empty() ? "" : " for " + what) +
                                     " exceeds the limit of " + readable(max_allocation()) +
                                     ". set_max_allocation() and HEADRACE_MAX_ALLOCATION raise it");
}

}  // namespace hr
