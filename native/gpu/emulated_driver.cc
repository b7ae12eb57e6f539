// An emulated GPU: host memory, synchronous streams, kernels compiled for the host from the same
// source (headrace/engine/gpu/emulator.py). With runs = false it only counts requests; results are
// undefined.
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <mutex>

#include "base/error.h"
#include "base/fork_mutex.h"
#include "gpu/driver.h"

namespace hr::gpu {
namespace {

using Emulate = void (*)(const unsigned* grid, const unsigned* block, const void* launch);

constexpr unsigned kThreads = 32;  // maximum per block: fewer fiber switches
constexpr unsigned kBlocks = 2;    // maximum of gridDim.x

void* host(Address a) { return reinterpret_cast<void*>(a); }

class EmulatedDriver : public Driver {
 public:
  explicit EmulatedDriver(bool runs) : runs_(runs) {}
  bool emulated() const override { return true; }
  int devices() override { return 1; }
  std::string name(int) override { return "emulated"; }
  int architecture(int) override { return 0; }
  int device_of(Address) override { return 0; }
  void enter(int device) override {
    if (device != 0)
      throw Error(ErrorKind::device, "there is no GPU number " + std::to_string(device));
  }
  void leave() override {}

  Handle make_stream() override { return reinterpret_cast<Handle>(next_ += 16); }
  void drop_stream(Handle) override {}
  void synchronize(Handle) override { counted.synchronizations++; }
  void finish() override { counted.synchronizations++; }
  Handle make_event() override { return reinterpret_cast<Handle>(next_ += 16); }
  void drop_event(Handle) override {}
  void record(Handle, Handle) override {}
  void wait(Handle, Handle) override {}
  bool reached(Handle) override { return true; }
  void await(Handle) override { counted.synchronizations++; }

  Address allocate(size_t bytes, Handle) override {
    counted.allocations++;
    void* p = memory(bytes);
    if (runs_) std::memset(p, 0xA5, bytes);  // poison: nobody may rely on zeros
    return reinterpret_cast<Address>(p);
  }
  void release(Address a, Handle) override { std::free(host(a)); }
  void* allocate_pinned(size_t bytes) override {
    counted.pinned++;
    return memory(bytes);
  }
  void release_pinned(void* p) override { std::free(p); }

  void upload(Address to, const void* from, size_t bytes, Handle) override {
    counted.uploads++;
    counted.uploaded += static_cast<int64_t>(bytes);
    std::memcpy(host(to), from, bytes);
  }
  void download(void* to, Address from, size_t bytes, Handle) override {
    counted.downloads++;
    counted.downloaded += static_cast<int64_t>(bytes);
    std::memcpy(to, host(from), bytes);
  }
  void copy(Address to, Address from, size_t bytes, Handle) override {
    std::memcpy(host(to), host(from), bytes);
  }
  void clear(Address to, size_t bytes, Handle) override { std::memset(host(to), 0, bytes); }

  bool compiles() const override { return runs_; }
  Handle load(const std::string& image) override {
    if (!runs_) return this;
    void* library = dlopen(image.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* function = library ? dlsym(library, "hr_emulate") : nullptr;
    if (!function)
      throw Error(ErrorKind::device, std::string("cannot load an emulated kernel: ") + dlerror());
    return function;
  }
  void launch(Handle function, const Grid& g, const void* argument, size_t, Handle) override {
    counted.launches++;
    if (!runs_) return;
    unsigned grid[3] = {g.x < kBlocks ? g.x : kBlocks, g.y, 1};
    unsigned block[3] = {g.threads < kThreads ? g.threads : kThreads, 1, 1};
    std::lock_guard lock(mutex_);  // __shared__ variables are static
    reinterpret_cast<Emulate>(function)(grid, block, argument);
  }

 private:
  static void* memory(size_t bytes) {
    void* p = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (!p) throw Error(ErrorKind::memory, "not enough memory for the emulated GPU");
    return p;
  }

  bool runs_;
  ForkMutex mutex_;
  std::atomic<uintptr_t> next_{4096};
};

}  // namespace

std::unique_ptr<Driver> make_emulated_driver(bool runs) {
  return std::make_unique<EmulatedDriver>(runs);
}

}  // namespace hr::gpu
