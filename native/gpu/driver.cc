// Selects the driver: CUDA, emulation or none.
#include "gpu/driver.h"

#include <atomic>
#include <mutex>

#include "base/error.h"
#include "base/fork_mutex.h"

namespace hr::gpu {
namespace {

struct Found {
  std::atomic<Driver*> ready{nullptr};  // read without the lock: works in forked children too
  ForkMutex mutex;
  bool looked = false;
  std::unique_ptr<Driver> driver;
  std::string why_not;
};

// Leaked: arrays alive at exit release memory after static destructors.
Found& found() {
  static auto* f = new Found;
  return *f;
}

Driver* look(std::string* why_not) {
  Found& f = found();
  if (Driver* d = f.ready.load(std::memory_order_acquire)) return d;
  std::lock_guard lock(f.mutex);
  if (!f.looked) {
    f.driver = make_cuda_driver(&f.why_not);
    f.looked = true;
    f.ready = f.driver.get();
  }
  if (why_not) *why_not = f.why_not;
  return f.driver.get();
}

}  // namespace

Driver& driver() {
  std::string why_not;
  if (Driver* d = look(&why_not)) return *d;
  throw Error(ErrorKind::device, why_not);
}

bool has_driver(std::string* why_not) { return look(why_not) != nullptr; }

void use_emulation(bool runs) {
  Found& f = found();
  std::lock_guard lock(f.mutex);
  if (f.driver && f.driver->emulated()) return;
  if (f.driver) throw Error(ErrorKind::runtime, "a GPU is in use already");
  f.driver = make_emulated_driver(runs);
  f.looked = true;
  f.ready = f.driver.get();
}

}  // namespace hr::gpu
