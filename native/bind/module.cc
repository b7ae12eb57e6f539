// headrace._native: entry point, and references that die on foreign threads.
#include <mutex>

#include "bind.h"
#include "headrace/fork_mutex.h"

namespace hr::bind {
namespace {

ForkMutex& parked_mutex = *new ForkMutex;  // threads may outlive static objects
std::vector<PyObject*>& parked() {
  static auto* v = new std::vector<PyObject*>;
  return *v;
}

}  // namespace

void park(PyObject* object) {
  bool first;
  {
    std::lock_guard lock(parked_mutex);
    first = parked().empty();
    parked().push_back(object);
  }
  if (first)
    Py_AddPendingCall(
        [](void*) {
          release_parked();
          return 0;
        },
        nullptr);
}

void release_parked() {
  std::vector<PyObject*> dying;
  {
    std::lock_guard lock(parked_mutex);
    if (parked().empty()) return;
    dying.swap(parked());
  }
  for (PyObject* o : dying) Py_DECREF(o);
}

std::shared_ptr<void> keep(nb::handle object) {
  PyObject* p = object.ptr();
  Py_INCREF(p);
  return std::shared_ptr<void>(p, [](void* q) { park(static_cast<PyObject*>(q)); });
}

}  // namespace hr::bind

NB_MODULE(_native, m) {
  m.doc() = "Native core of headrace.";
  nb::set_leak_warnings(false);  // values may outlive the interpreter's modules
  hr::bind::bind_values(m);
  hr::bind::bind_make(m);
  hr::bind::bind_calls(m);
  hr::bind::bind_runtime(m);
  hr::bind::bind_codecs(m);
  hr::bind::bind_readers(m);
  hr::bind::bind_replay(m);
  hr::bind::bind_coco(m);
  hr::bind::bind_datasets(m);
  hr::bind::bind_lmdb(m);
  hr::bind::bind_remote(m);
  hr::bind::bind_gpu(m);
}
