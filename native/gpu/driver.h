// Driver interface of the cuda lane: CUDA's driver API (loaded at run time), or an emulation that
// runs the same kernels on the host and counts requests.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace hr::gpu {

using Handle = void*;      // of a stream, event or function
using Address = uint64_t;  // in device memory

struct Grid {
  unsigned x = 1, y = 1, threads = 256;
};

// Requests since process start. pinned: host allocations; staged: bytes the host copied through
// pinned memory.
struct Counters {
  std::atomic<int64_t> launches{0}, uploads{0}, uploaded{0}, downloads{0}, downloaded{0},
      synchronizations{0}, allocations{0}, pinned{0}, compilations{0}, staged{0};
};

class Driver {
 public:
  virtual ~Driver() = default;
  virtual bool emulated() const { return false; }
  virtual int devices() = 0;
  virtual std::string name(int device) = 0;
  virtual int architecture(int device) = 0;  // 90 for compute capability 9.0
  virtual int device_of(Address memory) = 0;

  // A thread uses one device between enter() and leave(); the calls below need that.
  virtual void enter(int device) = 0;
  virtual void leave() = 0;

  virtual Handle make_stream() = 0;
  virtual void drop_stream(Handle stream) = 0;
  virtual void synchronize(Handle stream) = 0;
  virtual void finish() = 0;  // blocks until the device is idle
  virtual Handle make_event() = 0;
  virtual void drop_event(Handle event) = 0;
  virtual void record(Handle event, Handle stream) = 0;
  virtual void wait(Handle stream, Handle event) = 0;  // the stream waits, the caller does not
  virtual bool reached(Handle event) = 0;
  virtual void await(Handle event) = 0;  // blocks the caller

  // Stream-ordered: later work of the same stream may reuse released memory.
  virtual Address allocate(size_t bytes, Handle stream) = 0;
  virtual void release(Address memory, Handle stream) = 0;
  virtual void* allocate_pinned(size_t bytes) = 0;
  virtual void release_pinned(void* memory) = 0;

  virtual void upload(Address to, const void* from, size_t bytes, Handle stream) = 0;
  virtual void download(void* to, Address from, size_t bytes, Handle stream) = 0;
  virtual void copy(Address to, Address from, size_t bytes, Handle stream) = 0;
  virtual void clear(Address to, size_t bytes, Handle stream) = 0;

  virtual bool compiles() const { return true; }  // false: load() needs no image
  // The function named `kernel` of a compiled image.
  virtual Handle load(const std::string& image) = 0;
  virtual void launch(Handle function, const Grid& grid, const void* argument, size_t size,
                      Handle stream) = 0;

  Counters counted;
};

// The driver of this machine; throws Error(device) with the reason if there is none.
Driver& driver();
bool has_driver(std::string* why_not = nullptr);
// Switches to the emulation, for tests; call before the first use of a GPU. runs = false: kernels
// are counted but not run.
void use_emulation(bool runs);

std::unique_ptr<Driver> make_cuda_driver(std::string* why_not);
std::unique_ptr<Driver> make_emulated_driver(bool runs);

// Scope of a thread's work on a device.
class Entered {
 public:
  explicit Entered(int device) { driver().enter(device); }
  ~Entered() { driver().leave(); }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;
};

}  // namespace hr::gpu
