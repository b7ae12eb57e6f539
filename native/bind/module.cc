// headrace._native: entry point, and references dropped on foreign threads.
#include <atomic>
#include <utility>

#include "base/start_thread.h"
#include "bind.h"

namespace hr::bind {
namespace {

// A reference to release. Allocated together with the reference, so that releasing needs no memory.
struct Parked {
  PyObject* object;
  Parked* next;
};

std::atomic<Parked*> parked{nullptr};

void park(Parked* p) noexcept {
  Parked* top = parked.load(std::memory_order_relaxed);
  do p->next = top;
  while (
      !parked.compare_exchange_weak(top, p, std::memory_order_release, std::memory_order_relaxed));
  if (top || program_is_over()) return;
  Py_AddPendingCall(
      [](void*) {
        release_parked();
        return 0;
      },
      nullptr);
}

}  // namespace

void release_parked() {
  if (!parked.load(std::memory_order_relaxed)) return;
  Parked* p = parked.exchange(nullptr, std::memory_order_acquire);
  while (p) {
    may_end([p] { Py_DECREF(p->object); });
    delete std::exchange(p, p->next);
  }
}

std::shared_ptr<void> keep(nb::handle object) {
  auto* p = new Parked{object.ptr(), nullptr};
  Py_INCREF(p->object);
  // If allocation fails, shared_ptr calls the deleter.
  return std::shared_ptr<void>(p->object, [p](void*) { park(p); });
}

}  // namespace hr::bind

NB_MODULE(_native, m) {
  m.doc() = "Native core of headrace.";
  hr::take_thread_variables(false);  // Note [Memory of a thread]
  hr::keep_reserve();
  nb::set_leak_warnings(false);  // values may outlive Python modules
  hr::bind::bind_values(m);
  hr::bind::bind_make(m);
  hr::bind::bind_calls(m);
  hr::bind::bind_runtime(m);
  hr::bind::bind_codecs(m);
  hr::bind::bind_readers(m);
  hr::bind::bind_replay(m);
  hr::bind::bind_plugins(m);
  hr::bind::bind_coco(m);
  hr::bind::bind_datasets(m);
  hr::bind::bind_lmdb(m);
  hr::bind::bind_remote(m);
  hr::bind::bind_gpu(m);
}
