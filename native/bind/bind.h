// Shared by the bindings: the Python-side value, deferred references, errors.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "base/reserve.h"
#include "engine/engine.h"
#include "gil.h"

namespace nb = nanobind;

namespace hr::bind {

// Content of a Python Tensor or Batch: one output of a node. Counts as a live handle.
struct Value {
  NodeRef node;
  int out = 0;
  Value(NodeRef n, int o) : node(std::move(n)), out(o) {
    need_reserve();  // reserve memory now: nanobind creates the Python object where it cannot throw
    node->handles++;
  }
  ~Value() { node->handles--; }
  Value(const Value&) = delete;
  Value& operator=(const Value&) = delete;
};

// A Python reference that native code may drop on any thread, without the GIL and under any lock:
// it is parked, and released by the next thread that holds the GIL anyway.
std::shared_ptr<void> keep(nb::handle object);
void release_parked();  // GIL held

std::vector<Input> inputs_of(nb::tuple values);
void evaluate(const NodeRef& node);               // starts, waits (interruptible by Ctrl-C), raises
void await(const NodeRef& node, double seconds);  // GIL not held; throws if its thread is gone
[[noreturn]] void raise(const Node& node);
nb::object exception_of(const ErrorRef& error);
nb::tuple shape_tuple(const Shape& s);

// Warns of failed values that were destroyed unobserved. GIL held; raises if warnings are errors.
void report_unobserved();

void bind_values(nb::module_& m);
void bind_make(nb::module_& m);
void bind_calls(nb::module_& m);
void bind_runtime(nb::module_& m);
void bind_codecs(nb::module_& m);
void bind_readers(nb::module_& m);
void bind_coco(nb::module_& m);
void bind_datasets(nb::module_& m);
void bind_lmdb(nb::module_& m);
void bind_remote(nb::module_& m);
void bind_gpu(nb::module_& m);
void bind_replay(nb::module_& m);
void bind_plugins(nb::module_& m);

}  // namespace hr::bind
