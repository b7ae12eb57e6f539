// The registry of GPU kernels, compiled functions, and launches that share an upload.
#include "gpu/kernel.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "base/fork_mutex.h"
#include "gpu/device/launch.cuh"
#include "gpu/staging.h"

namespace hr::gpu {
namespace {

std::map<std::string, GpuKernel>& table() {
  static auto* t = new std::map<std::string, GpuKernel>;
  return *t;
}

struct Compiled {
  ForkMutex mutex;
  std::function<std::string(const std::string&, int)> compile;
  std::map<int, std::unordered_map<std::string, Handle>> functions;  // by device
};

Compiled& compiled() {
  static auto* c = new Compiled;
  return *c;
}

constexpr unsigned kMostRows = 65535;  // CUDA's limit of gridDim.y

}  // namespace

Entry::Entry(const char* kernel, GpuKernel k) { table().emplace(kernel, k); }

const GpuKernel* find_gpu_kernel(const std::string& kernel) {
  auto it = table().find(kernel);
  return it == table().end() ? nullptr : &it->second;
}

void set_compiler(std::function<std::string(const std::string&, int)> compile) {
  compiled().compile = std::move(compile);
}

Handle function_for(int device, const std::string& text) {
  Compiled& c = compiled();
  auto keep = [&](Handle function) {
    std::lock_guard lock(c.mutex);
    return c.functions[device].emplace(text, function).first->second;
  };
  {
    std::lock_guard lock(c.mutex);
    const auto& functions = c.functions[device];
    if (auto it = functions.find(text); it != functions.end()) return it->second;
  }
  // Two threads may compile the same source; the first result is kept.
  if (!driver().compiles()) return keep(driver().load({}));
  if (!c.compile) throw Error(ErrorKind::device, "no compiler for GPU kernels");
  driver().counted.compilations++;
  std::string image = c.compile(text, device);
  Entered entered(device);
  return keep(driver().load(image));
}

// ---- launches ---------------------------------------------------------------------------------

namespace {

// Per-thread reuse of the upload buffer: malloc would return blocks of this size to the system
// after every upload.
constexpr size_t kMostSpare = 4 << 20;
thread_local std::vector<uint8_t> spare;

}  // namespace

Run::Run(const StreamRef& stream) : stream_(stream), arena_(std::move(spare)) { arena_.clear(); }

Run::~Run() {
  if (arena_.capacity() <= kMostSpare) spare = std::move(arena_);
}

void Run::begin(const Spec& spec, const char* folder) {
  spec_ = &spec;
  folder_ = folder;
  samples.clear();
}

uint64_t Run::reserve(size_t bytes) {
  size_t at = (arena_.size() + 15) / 16 * 16;
  arena_.resize(at + bytes);
  return at;
}

Address Run::temporary(size_t bytes) {
  temporaries_.push_back(allocate_on(stream_, bytes));
  return reinterpret_cast<Address>(temporaries_.back()->data);
}

void Run::clear(Address to, size_t bytes) {
  if (!bytes) return;
  Item item{};
  item.clear_at = to;
  item.clear_bytes = bytes;
  items_.push_back(item);
}

void Run::fill(Address to, const void* from, size_t bytes) {
  if (!bytes) return;
  Item item{};
  item.clear_at = to;
  item.clear_bytes = bytes;
  item.fill_from = static_cast<int64_t>(attach(from, bytes));
  items_.push_back(item);
}

void Run::launch(const std::string& file, const std::string& call, uint64_t table, int64_t n,
                 size_t stride, unsigned blocks, unsigned threads,
                 std::initializer_list<uint64_t> extra) {
  launch_text("#include \"" + (folder_ + file) +
                  "\"\nextern \"C\" __global__ void kernel(Launch l) { " + call + "(l); }\n",
              table, n, stride, blocks, threads, extra);
}

void Run::launch_text(const std::string& text, uint64_t table, int64_t n, size_t stride,
                      unsigned blocks, unsigned threads, std::initializer_list<uint64_t> extra) {
  if (n == 0) return;
  Item item{};
  item.text = text;
  item.table = table;
  item.n = n;
  item.stride = stride;
  item.grid = {blocks, static_cast<unsigned>(std::min<int64_t>(n, kMostRows)), threads};
  std::copy(extra.begin(), extra.end(), item.extra);
  items_.push_back(std::move(item));
}

void Run::enqueue() {
  release_reached();
  if (items_.empty()) return;
  std::vector<Handle> functions;
  for (const Item& i : items_)
    functions.push_back(i.clear_bytes ? nullptr : function_for(stream_->device, i.text));
  Entered entered(stream_->device);
  Driver& d = driver();
  Address arena = 0;
  std::optional<Staging> staging;  // until all that reads it is enqueued
  if (!arena_.empty()) {
    staging.emplace(stream_, arena_.size());
    std::memcpy(staging->data(), arena_.data(), arena_.size());
    arena = staging->send(arena_.size());
  }
  for (size_t k = 0; k < items_.size(); k++) {
    const Item& i = items_[k];
    if (i.fill_from >= 0) {
      d.copy(i.clear_at, arena + static_cast<uint64_t>(i.fill_from), i.clear_bytes,
             stream_->handle);
      continue;
    }
    if (i.clear_bytes) {
      d.clear(i.clear_at, i.clear_bytes, stream_->handle);
      continue;
    }
    hrk::Launch l{};
    l.arena = reinterpret_cast<const char*>(arena);
    l.table = l.arena + i.table;
    l.n = i.n;
    l.stride = static_cast<long long>(i.stride);
    std::copy(std::begin(i.extra), std::end(i.extra), l.extra);
    d.launch(functions[k], i.grid, &l, sizeof(l), stream_->handle);
  }
  items_.clear();
  arena_.clear();
  temporaries_.clear();
}

}  // namespace hr::gpu
