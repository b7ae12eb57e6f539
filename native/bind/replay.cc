// Recorded calls, which make up a pipeline.
#include "engine/replay.h"

#include "bind.h"

namespace hr::bind {
namespace {

// Outputs of an iteration, not started yet.
nb::object run_replay(const Replay& replay, nb::tuple inputs, int64_t n, uint64_t iteration) {
  release_parked();
  report_unobserved();
  std::vector<Input> outputs = replay.make(inputs_of(inputs), n, iteration);
  nb::object values = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(outputs.size())));
  if (!values.is_valid()) throw nb::python_error();
  for (size_t o = 0; o < outputs.size(); o++) {
    nb::object value = nb::cast(std::make_shared<Value>(outputs[o].node, outputs[o].out));
    PyTuple_SetItem(values.ptr(), static_cast<Py_ssize_t>(o), value.release().ptr());
  }
  return values;
}

// Starts all values as one plan, without waiting.
void start_all(nb::tuple values) {
  Engine& engine = Engine::get();
  std::vector<NodeRef> targets;
  for (const Input& in : inputs_of(values))
    if (in.node->state.load() == State::idle) targets.push_back(in.node);
  if (targets.empty()) return;
  Unlocked unlocked;
  if (engine.overloaded()) engine.drain();
  engine.start(targets, false);
}

}  // namespace

std::vector<Input> inputs_of(nb::tuple values) {
  std::vector<Input> all;
  for (nb::handle h : values) {
    const Value& v = nb::cast<const Value&>(h);
    all.push_back({v.node, v.out});
  }
  return all;
}

void bind_replay(nb::module_& m) {
  nb::class_<Replay>(m, "Replay")
      .def(nb::new_([] { return std::make_shared<Replay>(); }))
      .def(
          "begin", [](Replay& r, nb::tuple inputs) { r.begin(inputs_of(inputs)); },
          nb::arg("inputs"))
      .def("about", &Replay::about, nb::arg("site"), nb::arg("stride"))
      .def(
          "end", [](Replay& r, nb::tuple outputs) { r.end(inputs_of(outputs)); },
          nb::arg("outputs"))
      .def("cancel", &Replay::cancel)
      .def("__len__", &Replay::calls)
      .def("run", &run_replay, nb::arg("inputs"), nb::arg("n"), nb::arg("iteration"));
  m.def("start_all", &start_all, nb::arg("values"));
}

}  // namespace hr::bind
